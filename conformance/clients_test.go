package conformance

import (
	"net/http"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"google.golang.org/genai"
)

func anthropicClient(s *server) anthropic.Client {
	return anthropic.NewClient(anthropicoption.WithBaseURL(s.URL), anthropicoption.WithAPIKey("key"), anthropicoption.WithHTTPClient(s.Client()))
}

func openaiClient(s *server) openai.Client {
	return openai.NewClient(openaioption.WithBaseURL(s.URL), openaioption.WithAPIKey("key"), openaioption.WithHTTPClient(s.Client()))
}

func geminiClient(t *testing.T, s *server) *genai.Client {
	t.Helper()
	c, err := genai.NewClient(t.Context(), &genai.ClientConfig{
		APIKey:     "key",
		Backend:    genai.BackendGeminiAPI,
		HTTPClient: &http.Client{Transport: s.Client().Transport},
		HTTPOptions: genai.HTTPOptions{
			BaseURL:      s.URL,
			RetryOptions: &genai.HTTPRetryOptions{Attempts: genai.Ptr(int32(5)), InitialDelay: genai.Ptr(0.001), MaxDelay: genai.Ptr(0.002)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
