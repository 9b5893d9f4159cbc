package prompt

import "sync"

// Request is what the registry contributes to one provider request.
type Request struct {
	Tools  Values // "tools"; zero over XML and when no tool is left
	System Values // "system", "systemInstruction", or the first element of "messages"; zero when there is no text
	Tail   string // volatile text: send it behind the last message, never store it in the history
}

// Request returns what the registry contributes to a request in the format of p. Tools and System stay the same until
// Refresh, unless a section says place: "system". An error is an InputErrors: about t, or p is not projected.
func (a *Assembler[S, T]) Request(p Provider, t T) (Request, error) {
	env, ok := envelopeOf(p)
	if !ok {
		return Request{}, notProjected(p)
	}
	t, err := a.check(t, "")
	if err != nil {
		return Request{}, err
	}
	turn := a.begin(t)
	defer a.end(turn)
	r := Request{Tail: string(a.appendRun(nil, a.tail, false, turn))}
	if a.transport == Native {
		r.Tools = a.tools.values(p, env)
	}
	if a.live {
		r.System = env.system(a.blocks(turn))
	} else {
		r.System = a.systems[p-1].get(func() Values { return env.system(a.blocks(nil)) })
	}
	return r, nil
}

// lazyValues is rendered on first use, because few sessions serve more than one provider.
type lazyValues struct {
	once   sync.Once
	values Values
}

func (l *lazyValues) get(render func() Values) Values {
	l.once.Do(func() { l.values = render() })
	return l.values
}

// envelope is how a request format holds texts and tools. All of it is in encoding/json's fixed form.
type envelope struct {
	systemOpen, systemEnd string                               // around the text blocks
	appendBlock           func(dst []byte, text string) []byte // one text block
	toolsOpen, toolsEnd   string                               // around the tools
	appendTool            func(dst []byte, t *offer) []byte    // one tool
}

// envelopeOf returns the envelope of a request format. A new format is one more file and one more case.
func envelopeOf(p Provider) (envelope, bool) {
	switch p {
	case Anthropic:
		return anthropicEnvelope(), true
	case OpenAIChat:
		return openAIChatEnvelope(), true
	case Gemini:
		return geminiEnvelope(), true
	}
	return envelope{}, false
}

func notProjected(p Provider) error {
	var projected []string
	for p := range Provider(providers + 1) {
		if _, ok := envelopeOf(p); ok {
			projected = append(projected, p.String())
		}
	}
	return InputErrors{{Field: "provider", Problem: "is " + p.String() + "; this version projects " + choices(projected)}}
}

// system renders the text blocks.
func (e envelope) system(blocks []Block) Values {
	if len(blocks) == 0 {
		return Values{}
	}
	v := Values{open: e.systemOpen, end: e.systemEnd, elems: make([]shared, len(blocks))}
	var scratch []byte
	for i, b := range blocks {
		scratch = e.appendBlock(scratch[:0], b.Text)
		v.elems[i] = share(string(scratch))
	}
	return v
}

// tools renders the tools.
func (e envelope) tools(offers []offer) Values {
	if len(offers) == 0 {
		return Values{}
	}
	v := Values{open: e.toolsOpen, end: e.toolsEnd, elems: make([]shared, len(offers))}
	var scratch []byte
	for i := range offers {
		scratch = e.appendTool(scratch[:0], &offers[i])
		v.elems[i] = share(string(scratch))
	}
	return v
}
