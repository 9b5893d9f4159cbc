package formats

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	tests := map[string]struct{ good, bad []string }{
		"date-time": {
			[]string{"2026-01-31T09:30:00Z", "2026-01-31t09:30:00.123z", "1985-04-12T23:20:50.52+05:30", "1998-12-31T23:59:60Z", "1998-12-31T15:59:60-08:00"},
			[]string{"", "2026-01-31", "2026-01-31 09:30:00Z", "2026-01-31T9:30:00Z", "2026-01-31T09:30:00", "2026-01-31T09:30:00,5Z", "2026-01-31T24:00:00Z",
				"2026-02-30T09:30:00Z", "1998-12-31T22:59:60Z", "2026-01-31T09:30:00+0100", "2026-01-31T09:30:00.Z", "2026-01-31T09:30:00+24:00"}},
		"date":     {[]string{"2026-01-31", "2000-02-29", "2024-02-29", "2026-04-30", "2026-12-31", "0000-01-01"}, []string{"1900-02-29", "2026-02-29", "2026-04-31", "2026-06-31", "2026-09-31", "2026-11-31", "2026-12-32", "2024-02-30", "2026-13-01", "20a6-01-31", "20/6-01-31", "x026-01-31", "2026x01-31", "2026-01x31", "2026-01-031", "2026-00-10", "2026-1-1", "2026-01-00", "２026-01-01", "2026/01/01"}},
		"time":     {[]string{"09:30:00Z", "23:59:60+00:00", "00:00:00.0-23:59"}, []string{"09:30", "09:30:00", "09:30:00+01:60", "09:30:00+x1:00", "09:30:00+01:x0", "09:30:00x01:00", "09:30:00+01:000", "x9:30:00Z", "09:x0:00Z", "09:30:x0Z", "25:00:00Z", "09:60:00Z", "09:30:61Z", "12:00:60Z"}},
		"duration": {[]string{"P1Y2M3DT4H5M6S", "P1D", "PT0S", "P4W", "PT36H"}, []string{"", "P", "4W", "PW", "PT", "P1", "1D", "P1DT", "P1M2Y", "PT1D", "P1W2D", "P-1D", "PS", "P1.5D"}},
		"email": {[]string{
			"a@b", "joe.bloggs+x@example.com", `"a b.@c"@d`, `""@a`, `"a\"\\ "@b`, "a@[127.0.0.1]", "a@[IPv6:::1]", "a@[ipv6:1::2]", strings.Repeat("a", 64) + "@b", `"~ "@b`,
			strings.Repeat("a", 64) + "@" + strings.Repeat("h", 63) + "." + strings.Repeat("h", 63) + "." + strings.Repeat("h", 61),
		}, []string{`"a@b`, `"a"b"@c`, `"a\"@c`, `"é"@c`, "\"\x7f\"@c", "\"\x1f\"@c", `a"@b`, "a@[1.2.3]", "a@[::1]", "a@[IPv6:::g]", "a@[127.0.0.1", "a@[IPv6:::1", "a@127.0.0.1]", strings.Repeat("a", 64) + "@" + strings.Repeat("h", 63) + "." + strings.Repeat("h", 63) + "." + strings.Repeat("h", 62), "", "a", "@b", "a@", "a b@c", "a..b@c", ".a@b", "a@b..c", "a@-b", "\u212a@b", strings.Repeat("a", 65) + "@b"}},
		"hostname": {[]string{"localhost", "a-1.Example.com", "1.2", "0z9Z", strings.Repeat("a", 63), strings.Repeat("a.", 126) + "a"}, []string{"", "-a", "a-", "a..b", "a.", "a_b", "ä.com", strings.Repeat("a", 64), strings.Repeat("a.", 127), strings.Repeat("a.", 126) + "ab"}},
		"ipv4":     {[]string{"127.0.0.1"}, []string{"127.0.0.01", "127.0.1", "::1", "1.2.3.256", "1.2.3.4/8"}},
		"ipv6":     {[]string{"::1", "::ffff:1.2.3.4"}, []string{"1.2.3.4", "fe80::1%eth0", ":::", "[::1]"}},
		"uuid":     {[]string{"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"}, []string{"", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g", "123e4567-e89b-12d3-a4560426614174000-"}},
		"color":    {nil, []string{"red"}},
	}
	for format, tt := range tests {
		for _, s := range tt.good {
			if _, ok := Check(format, s); !ok {
				t.Errorf("%s should take %q", format, s)
			}
		}
		for _, s := range tt.bad {
			if _, ok := Check(format, s); ok {
				t.Errorf("%s should refuse %q", format, s)
			}
		}
	}
}
