package prompt

import (
	"fmt"
	"strconv"
)

// Level is how often bytes change: never for a configuration, once per session, or every turn. 0 is never valid.
type Level uint8

const (
	Static   Level = iota + 1 // the same for all sessions with equal gates
	Session                   // fixed by New, changed by Refresh only
	Volatile                  // may change every turn
)

// Transport is how tools reach the model and how its calls come back. 0 is refused by New.
type Transport uint8

const (
	Native Transport = iota + 1 // tool schemas in the request, calls as JSON
	XML                         // tool documentation in the system text, calls as XML in the answer
)

// Provider is a request format, not a vendor. 0 is never valid.
type Provider uint8

const (
	Anthropic        Provider = iota + 1 // Messages
	OpenAIChat                           // chat completions of OpenAI
	OpenAIResponses                      // Responses of OpenAI
	OpenAICompatible                     // chat completions of other servers
	Gemini                               // generateContent
	GeminiOpenAPI                        // generateContent with the older form of schemas
	beyondProviders
)

// providers is how many providers there are.
const providers = int(beyondProviders) - 1

func levelNames() []string     { return []string{"static", "session", "volatile"} }
func transportNames() []string { return []string{"native", "xml"} }
func providerNames() []string {
	return []string{"anthropic", "openai-chat", "openai-responses", "openai-compatible", "gemini", "gemini-openapi"}
}

// String returns "static", "session", "volatile", or for other values e.g. "Level(7)".
func (l Level) String() string { return enumString("Level", uint8(l), levelNames()) }

// MarshalText returns the name. An invalid level is an error.
func (l Level) MarshalText() ([]byte, error) { return enumText("level", uint8(l), levelNames()) }

// UnmarshalText takes a name as String returns it.
func (l *Level) UnmarshalText(text []byte) error {
	return enumParse("level", (*uint8)(l), text, levelNames())
}

// String returns "native", "xml", or for other values e.g. "Transport(7)".
func (t Transport) String() string { return enumString("Transport", uint8(t), transportNames()) }

// MarshalText returns the name. An invalid transport is an error.
func (t Transport) MarshalText() ([]byte, error) {
	return enumText("transport", uint8(t), transportNames())
}

// UnmarshalText takes a name as String returns it.
func (t *Transport) UnmarshalText(text []byte) error {
	return enumParse("transport", (*uint8)(t), text, transportNames())
}

// String returns "anthropic", "openai-chat", "openai-responses", "openai-compatible", "gemini", "gemini-openapi", or for
// other values e.g. "Provider(7)".
func (p Provider) String() string { return enumString("Provider", uint8(p), providerNames()) }

// MarshalText returns the name. An invalid provider is an error.
func (p Provider) MarshalText() ([]byte, error) {
	return enumText("provider", uint8(p), providerNames())
}

// UnmarshalText takes a name as String returns it.
func (p *Provider) UnmarshalText(text []byte) error {
	return enumParse("provider", (*uint8)(p), text, providerNames())
}

func enumString(typ string, v uint8, names []string) string {
	if v == 0 || int(v) > len(names) {
		return typ + "(" + strconv.Itoa(int(v)) + ")"
	}
	return names[v-1]
}

func enumText(what string, v uint8, names []string) ([]byte, error) {
	if v == 0 || int(v) > len(names) {
		return nil, fmt.Errorf("%d is no %s; want %s", v, what, choices(names))
	}
	return []byte(names[v-1]), nil
}

func enumParse(what string, v *uint8, text []byte, names []string) error {
	for i, n := range names {
		if n == string(text) {
			*v = uint8(i + 1)
			return nil
		}
	}
	return UnknownName(what, string(text), names...)
}
