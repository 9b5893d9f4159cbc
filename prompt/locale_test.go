package prompt

import "testing"

func TestParseLocale(t *testing.T) {
	locales := []LocaleTags[string]{
		{Locale: "en", Name: "en"},
		{Locale: "en-GB", Name: "en-GB", Equals: []string{"en-AU"}},
		{Locale: "de", Name: "de", Prefix: []string{"de", "gsw-"}},
		{Locale: "zh-CN", Name: "zh-CN", Equals: []string{"zh"}, Prefix: []string{"zh-Hans"}},
		{Locale: "zh-TW", Name: "zh-TW", Prefix: []string{"zh"}},
		{Locale: "pt-BR", Name: "pt-BR"},
	}
	for _, tt := range []struct{ tag, want string }{
		{"en", "en"}, {"en-US", "en"}, {"en_US", "en"}, {"en_US.UTF-8", "en"}, {"EN", "en"}, {"eng", ""}, {"e", ""},
		{"en-GB", "en-GB"}, {"en_GB.UTF-8", "en-GB"}, {"en-gb-oxendict", "en-GB"}, {"en-AU", "en-GB"}, {"en-AU-x", "en"},
		{"de", "de"}, {"de-AT", "de"}, {"de_DE@euro", "de"}, {"de_DE.utf8@euro", "de"}, {"dev", ""}, {"de-", "de"},
		{"gsw", "de"}, {"gsw-CH", "de"}, {"gswx", ""},
		{"zh-CN", "zh-CN"}, {"zh-CN-x", "zh-CN"}, {"zh_CN.UTF-8", "zh-CN"}, {"zh", "zh-CN"}, {"ZH-hans-sg", "zh-CN"},
		{"zh-TW", "zh-TW"}, {"zh-HK", "zh-TW"}, {"zh-Hansx", "zh-TW"}, {"zhx", ""},
		{"pt-BR", "pt-BR"}, {"pt", ""}, {"pt-PT", ""},
		{"", ""}, {"C", ""}, {"POSIX", ""}, {".UTF-8", ""}, {"-en", ""},
	} {
		got, err := ParseLocale(tt.tag, locales)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q: want %q, got %q, %v", tt.tag, tt.want, got, err)
		}
	}
	if _, err := ParseLocale("dee", locales[:3]); err.Error() != `unknown locale "dee"; want "en", "en-GB" or "de"; did you mean "de"?` {
		t.Errorf("got %v", err)
	}
	all := append(locales, LocaleTags[string]{Locale: "any", Name: "fr", Prefix: []string{""}})
	for tag, want := range map[string]string{"": "any", "ja": "any", "de-AT": "de", "fr-CA": "any"} {
		if got, err := ParseLocale(tag, all); got != want || err != nil {
			t.Errorf("%q: want %q, got %q, %v", tag, want, got, err)
		}
	}
}
