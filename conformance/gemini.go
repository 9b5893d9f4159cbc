package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"google.golang.org/genai"

	"github.com/promptgen/promptgen/prompt"
)

const geminiModel = "gemini-3.8-flash"

// geminiConfig is the configuration of one request to Gemini, for GenerateContent and GenerateContentStream alike.
func geminiConfig(r prompt.Request) *genai.GenerateContentConfig {
	return &genai.GenerateContentConfig{HTTPOptions: &genai.HTTPOptions{ExtrasRequestProvider: geminiMembers(r)}}
}

// geminiMembers puts our members into a body. The typed fields would sort the keys of schemas.
func geminiMembers(r prompt.Request) genai.ExtrasRequestProvider {
	return func(body map[string]any) map[string]any {
		if !r.Tools.IsZero() {
			body["tools"] = r.Tools
		}
		if !r.System.IsZero() {
			body["systemInstruction"] = r.System
		}
		return body
	}
}

// geminiContents are the contents of one request: the history, and the tail behind it.
func geminiContents(r prompt.Request, history []*genai.Content) []*genai.Content {
	if r.Tail == "" {
		return history
	}
	return append(slices.Clone(history), genai.NewContentFromText(r.Tail, genai.RoleUser))
}

// geminiCached stores tools and system text with the provider. It returns the configuration of the requests that use
// them, which is refused where it holds any of them again.
func geminiCached(ctx context.Context, client *genai.Client, r prompt.Request) (*genai.GenerateContentConfig, error) {
	cache, err := client.Caches.Create(ctx, geminiModel, &genai.CreateCachedContentConfig{
		TTL:         time.Hour,
		HTTPOptions: &genai.HTTPOptions{ExtrasRequestProvider: geminiMembers(r)},
	})
	if err != nil {
		return nil, err
	}
	return &genai.GenerateContentConfig{CachedContent: cache.Name}, nil
}

// Gemini answers the last message of the history.
func Gemini(ctx context.Context, client *genai.Client, h Host, history []*genai.Content) ([]*genai.Content, error) {
	for used := int64(0); ; {
		r, err := h.Assembler.Request(prompt.Gemini, h.turn(used))
		if err != nil {
			return nil, err
		}
		answer, err := client.Models.GenerateContent(ctx, geminiModel, geminiContents(r, history), geminiConfig(r))
		if err != nil {
			return nil, err
		}
		if len(answer.Candidates) == 0 || answer.Candidates[0].Content == nil {
			return nil, errors.New("an answer without content")
		}
		history = append(history, answer.Candidates[0].Content) // with the signatures of its thoughts
		if u := answer.UsageMetadata; u != nil {
			used = int64(u.TotalTokenCount)
		}
		var results []*genai.Part
		for _, c := range answer.FunctionCalls() {
			var args json.RawMessage
			if c.Args != nil {
				if args, err = json.Marshal(c.Args); err != nil {
					return nil, err
				}
			}
			out, failed := h.run(ctx, prompt.Call{ID: c.ID, Name: c.Name, Args: args})
			key := "output"
			if failed {
				key = "error"
			}
			result := &genai.FunctionResponse{ID: c.ID, Name: c.Name, Response: map[string]any{key: out}}
			results = append(results, &genai.Part{FunctionResponse: result})
		}
		if results == nil {
			return history, nil
		}
		history = append(history, genai.NewContentFromParts(results, genai.RoleUser))
	}
}
