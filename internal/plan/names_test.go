package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct{ name, camel, lower string }{
		{"cwd", "Cwd", "cwd"},
		{"read_file", "ReadFile", "readFile"},
		{"mcp_tools", "McpTools", "mcpTools"},
		{"id", "ID", "id"}, // initialisms as Go writes them
		{"hotelId", "HotelID", "hotelID"},
		{"place_id", "PlaceID", "placeID"},
		{"url_of_page", "URLOfPage", "urlOfPage"},
		{"HttpUrl", "HTTPURL", "httpURL"},
		{"identity", "Identity", "identity"}, // no word of its own
		{"json", "JSON", "json"},
		{"zh-CN", "ZhCN", "zhCN"}, // inner capitals stay
		{"HTTPGet", "HTTPGet", "httpGet"},
		{"_", "X", "x"},
		{"__a__b_", "AB", "aB"},
		{"_1", "X1", "x1"}, // no digit in front
		{"a1_2", "A12", "a12"},
		{"type", "Type", "type_"},      // a keyword
		{"string", "String", "string"}, // predeclared, but fine as a field
		{"a-b.c", "ABC", "aBC"},
	} {
		if got := camel(tt.name); got != tt.camel {
			t.Errorf("camel(%q) = %q, want %q", tt.name, got, tt.camel)
		}
		if got := lower(tt.name); got != tt.lower {
			t.Errorf("lower(%q) = %q, want %q", tt.name, got, tt.lower)
		}
	}
}

func TestSingular(t *testing.T) {
	for list, want := range map[string]string{
		"Skills": "Skill", "Entries": "Entry", "Memory": "MemoryItem", "Class": "ClassItem", "S": "SItem", "Ies": "Ie",
	} {
		if got := singular(list); got != want {
			t.Errorf("singular(%q) = %q, want %q", list, got, want)
		}
	}
}

func TestPackageName(t *testing.T) {
	for contract, want := range map[string]string{
		"coder": "coder", "my_coder": "mycoder", "type": "typeprompts", "prompt": "promptprompts", "internal": "internalprompts",
		"json": "jsonprompts", "len": "lenprompts", "s": "sprompts", "cell": "cellprompts", "con": "conprompts", "com_1": "com1prompts",
	} {
		if got := packageName(contract); got != want {
			t.Errorf("packageName(%q) = %q, want %q", contract, got, want)
		}
	}
}

func TestLocaleFile(t *testing.T) {
	for locale, want := range map[string]string{
		"en": "texts_en.go", "zh-CN": "texts_zh_cn.go", "js": "texts_js_locale.go", "en-test": "texts_en_test_locale.go",
		"en-Windows": "texts_en_windows_locale.go", "arm": "texts_arm_locale.go",
	} {
		if got := localeFile(locale); got != want {
			t.Errorf("localeFile(%q) = %q, want %q", locale, got, want)
		}
	}
}

func TestTake(t *testing.T) {
	n := fixed("Profile")
	got := []string{n.take("Profile", "ProfileItem"), n.take("Profile", "ProfileItem"), n.take("Profile", "ProfileItem"), n.take("a"), n.take("a")}
	want := []string{"ProfileItem", "ProfileItem2", "ProfileItem3", "a", "a2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestConditions(t *testing.T) {
	a, b, turn := Flag{Ref{"x", "gate", "a"}}, Flag{Ref{"x", "gate", "b"}}, Flag{Ref{"t", "Late"}}
	is := Compare{Left: Ref{"x", "Profile"}, Op: "==", Right: Name{Name: "ProfileA"}}
	isNot := Compare{Left: Ref{"x", "Profile"}, Op: "!=", Right: Name{Name: "ProfileA"}}
	for _, tt := range []struct {
		name      string
		got, want Cond
	}{
		{"nothing always holds", all(), nil},
		{"what always holds is left out", all(nil, a), a},
		{"conjunctions are flat", all(all(a, b), is), All{a, b, is}},
		{"what never holds decides", all(a, False{}), False{}},
		{"alternatives are flat", anyOf(anyOf(a, b), is), Any{a, b, is}},
		{"one alternative that always holds decides", anyOf(a, nil), nil},
		{"no alternative never holds", anyOf(False{}), False{}},
		{"a comparison turns round", not(is), isNot},
		{"twice not", not(not(a)), a},
		{"nil turns round", not(nil), False{}},
		{"turns may do as they like", relax(all(a, turn), true), a},
		{"not a turn, too", relax(all(a, Not{turn}), true), a},
		{"either may hold", relax(anyOf(turn, a), true), nil},
		{"not both", relax(Not{All{a, turn}}, true), nil},
		{"not either", relax(Not{Any{a, turn}}, true), Not{a}},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", tt.name, diff)
		}
	}
}

func TestAddSentence(t *testing.T) {
	for doc, want := range map[string]string{
		"": "Required.", "A folder.": "A folder. Required.", "A folder": "A folder. Required.", "Ein Maß": "Ein Maß. Required.",
		"Two\nlines": "Two\nlines. Required.", "Is it?": "Is it? Required.", "One (of many)": "One (of many) Required.",
	} {
		if got := strings.Join(addSentence(docLines(doc), "Required."), "\n"); got != want {
			t.Errorf("%q: got %q, want %q", doc, got, want)
		}
	}
}
