package prompt

import (
	"encoding/json"
	"testing"
)

func TestEnums(t *testing.T) {
	got, err := json.Marshal(map[Provider]any{Anthropic: []any{Static, Session, Volatile, Native, XML}, OpenAIChat: nil, Gemini: nil})
	if want := `{"anthropic":["static","session","volatile","native","xml"],"gemini":null,"openai-chat":null}`; err != nil || string(got) != want {
		t.Errorf("want %s, got %s, %v", want, got, err)
	}
	var v struct {
		L Level
		T Transport
		P Provider
	}
	if err := json.Unmarshal([]byte(`{"L":"volatile","T":"xml","P":"openai-responses"}`), &v); err != nil || v.L != Volatile || v.T != XML || v.P != OpenAIResponses {
		t.Errorf("got %v, %v", v, err)
	}
	for _, tt := range []struct{ got, want string }{
		{Level(7).String(), "Level(7)"}, {Transport(0).String(), "Transport(0)"}, {Provider(9).String(), "Provider(9)"}, {Gemini.String(), "gemini"},
		{Over(0).String(), "Over(0)"}, {Drop.String(), "drop"}, {ChainMode(3).String(), "ChainMode(3)"}, {ModeAppend.String(), "append"},
		{v.P.UnmarshalText([]byte("openai")).Error(), `unknown provider "openai"; want "anthropic", "openai-chat", "openai-responses", "openai-compatible", "gemini" or "gemini-openapi"`},
		{v.L.UnmarshalText(nil).Error(), `unknown level ""; want "static", "session" or "volatile"`},
		{v.T.UnmarshalText([]byte("XML")).Error(), `unknown transport "XML"; want "native" or "xml"; did you mean "xml"?`},
	} {
		if tt.got != tt.want {
			t.Errorf("want %s, got %s", tt.want, tt.got)
		}
	}
	for _, m := range []interface{ MarshalText() ([]byte, error) }{Level(0), Transport(3), Provider(7)} {
		if text, err := m.MarshalText(); err == nil {
			t.Errorf("got %s", text)
		}
	}
}
