package prompt

import (
	"slices"
	"strings"
	"sync"
)

// Request is what the registry contributes to one provider request.
type Request struct {
	Tools        Values // "tools"; zero over XML and when no tool is left
	System       Values // "system", "systemInstruction", or the first element of "messages"; zero when there is no text
	Tail         string // volatile text: send it behind the last message and behind your own mark, never store it in the history
	Marks        int    // cache marks in Tools and System; with Cache.HostMarks never more than the provider's limit
	Rolling      bool   // the profile plans a mark of the host's own, where RollingMark says
	CacheOptions JSON   // OpenAI's "prompt_cache_options", which the marks need beside them; "" when there is nothing to send
	Notes        []Note // what limits cut or left out of the turn's inputs and of the volatile sections
}

// Request returns what the registry contributes to a request in the format of p. Tools and System stay the same until
// Refresh, unless a section says place: "system". An error is an InputErrors: about t, or p is none of the projections that
// the registry declares or, of a resumed assembler, not in the record, or the host's tools are more than p takes.
func (a *Assembler[S, T]) Request(p Provider, t T) (Request, error) {
	env, ok := envelopeOf(p)
	if !ok || !slices.Contains(a.projections, p) {
		return Request{}, notProjected(p, a.projections)
	}
	if a.transport == Native && !a.tools.holds(p) {
		return Request{}, InputErrors{{Field: "provider", Problem: "is " + p.String() + ", which the record was not frozen for"}}
	}
	if err := a.crowded(p); err != nil {
		return Request{}, err
	}
	turn, err := a.begin(t, "")
	if err != nil {
		return Request{}, err
	}
	defer a.end(turn)
	fixed := &a.fixed[p-1]
	fixed.once.Do(func() { a.renderFixed(p, &fixed.Request, &env) })
	r := fixed.Request
	r.Tail = string(a.appendRun(nil, a.tail, false, turn, &total{}))
	if a.live {
		a.addSystem(&r, &env, a.blocks(turn))
	}
	for i := range a.context { // for what limits do to them
		if o := &a.context[i]; o.Level == Volatile {
			turnsOf(&turn.buf, &o.SectionSpec, &turn.turn)
		}
	}
	r.Notes = turn.buf.errs.Notes()
	if err := turn.buf.errs.Err(); err != nil {
		return Request{}, err
	}
	return r, nil
}

// fixedRequest is rendered on first use, because few sessions serve more than one provider.
type fixedRequest struct {
	once sync.Once
	Request
}

// renderFixed renders what all turns share.
func (a *Assembler[S, T]) renderFixed(p Provider, r *Request, env *envelope) {
	r.Rolling = env.mark != nil && a.marking.rolling()
	if a.transport == Native {
		mark := ""
		if slices.Contains(a.places(env), onTools) {
			mark = env.mark(a.marking.ttlAt(onTools))
			r.Marks++
		}
		r.Tools = a.tools.values(p, env, mark)
	}
	if !a.live {
		a.addSystem(r, env, a.blocks(nil))
	}
}

// addSystem renders the system text of a request, behind its tools.
func (a *Assembler[S, T]) addSystem(r *Request, env *envelope, blocks []Block) {
	marks := make([]string, len(blocks))
	for _, at := range a.places(env) {
		if at >= a.marking.session { // the end of the text, which may be an earlier block in this turn
			at = len(blocks) - 1
		}
		if at >= 0 && marks[at] == "" {
			marks[at] = env.mark(a.marking.ttlAt(at))
			r.Marks++
		}
	}
	r.System = env.system(blocks, marks)
	if r.Marks > 0 {
		r.CacheOptions = env.options
	}
}

// places returns where requests of a format have marks.
func (a *Assembler[S, T]) places(env *envelope) []int {
	if env.mark == nil {
		return nil
	}
	return a.marking.places(len(a.tiers), env.marksTools && a.transport == Native && lastDeclared(a.tools.list()) >= 0)
}

// envelope is how a request format holds texts and tools, and marks them. All of it is in encoding/json's fixed form.
type envelope struct {
	systemOpen, systemEnd string                                     // around the text blocks
	appendBlock           func(dst []byte, text, mark string) []byte // one text block
	oneBlock              bool                                       // all blocks are one
	toolsOpen, toolsEnd   string                                     // around the tools
	appendTool            func(dst []byte, t *offer, mark string) []byte

	mark       func(ttl string) string // the last member of what is marked; nil where nothing is
	marksTools bool                    // the last declared tool can be marked, too
	options    JSON                    // what a request with marks says beside them
}

// envelopeOf returns the envelope of a request format. A new format is one more file and one more case.
func envelopeOf(p Provider) (envelope, bool) {
	switch p {
	case Anthropic:
		return anthropicEnvelope(), true
	case OpenAIChat:
		return openAIChatEnvelope(), true
	case OpenAIResponses:
		return openAIResponsesEnvelope(), true
	case OpenAICompatible:
		return openAICompatibleEnvelope(), true
	case Gemini:
		return geminiEnvelope(), true
	case GeminiOpenAPI:
		return geminiOpenAPIEnvelope(), true
	}
	return envelope{}, false
}

// mostTools is how many tools a request in the format of p may hold; 0 where no number is known.
func mostTools(p Provider) int {
	switch p {
	case OpenAIChat, OpenAIResponses:
		return 128
	case Gemini, GeminiOpenAPI:
		return 512
	}
	return 0
}

// crowded is the error for tools of the host by which a session passes what a provider takes. Declared tools alone are
// what the generator warns of.
func (a *Assembler[S, T]) crowded(p Provider) error {
	all, most := a.tools.list(), mostTools(p)
	declared := lastDeclared(all) + 1
	hosted := len(all) - declared
	if a.transport != Native || most == 0 || len(all) <= most || hosted == 0 || declared > most {
		return nil
	}
	return InputErrors{{Field: "provider", Problem: "is " + p.String() + ", which takes " + Int(int64(most)) + " tools, got " +
		Int(int64(len(all))) + ", of which " + Int(int64(hosted)) + " are the host's"}}
}

func notProjected(p Provider, declared []Provider) error {
	want := "the registry declares no format of requests"
	if len(declared) > 0 {
		names := make([]string, len(declared))
		for i, d := range declared {
			names[i] = d.String()
		}
		want = "the registry declares " + choices(names)
	}
	return InputErrors{{Field: "provider", Problem: "is " + p.String() + "; " + want}}
}

// system renders the text blocks, each with its mark or "".
func (e *envelope) system(blocks []Block, marks []string) Values {
	if len(blocks) == 0 {
		return Values{}
	}
	if e.oneBlock {
		var all strings.Builder
		for _, b := range blocks {
			all.WriteString(b.Text)
		}
		blocks = []Block{{Text: all.String()}}
	}
	v := Values{open: e.systemOpen, end: e.systemEnd, elems: make([]shared, len(blocks))}
	var scratch []byte
	for i, b := range blocks {
		scratch = e.appendBlock(scratch[:0], b.Text, marks[i])
		v.elems[i] = share(string(scratch))
	}
	return v
}

// tools renders the tools, the last declared one with a mark or "".
func (e *envelope) tools(offers []offer, mark string) Values {
	if len(offers) == 0 {
		return Values{}
	}
	v := Values{open: e.toolsOpen, end: e.toolsEnd, elems: make([]shared, len(offers))}
	var scratch []byte
	last := lastDeclared(offers)
	for i := range offers {
		here := ""
		if i == last {
			here = mark
		}
		scratch = e.appendTool(scratch[:0], &offers[i], here)
		v.elems[i] = share(string(scratch))
	}
	return v
}
