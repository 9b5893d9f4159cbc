// Package formats knows the formats of JSON Schema that strings of tools may have. Decoders hold what a model sends to
// them, and the generator what a registry says.
package formats

import (
	"net/netip"
	"strings"
)

// Names lists the formats.
func Names() []string {
	return []string{"date-time", "date", "time", "email", "duration", "uuid", "ipv4", "ipv6", "hostname"}
}

// Check reports whether s has a format. The first result says what is wanted, e.g. "a date such as 2026-01-31". A format
// that is not among Names has no texts.
func Check(format, s string) (string, bool) {
	switch format {
	case "date-time":
		return "a date-time such as 2026-01-31T09:30:00Z", isDateTime(s)
	case "date":
		return "a date such as 2026-01-31", isDate(s)
	case "time":
		return "a time such as 09:30:00Z", isTime(s)
	case "duration":
		return "a duration such as P1DT12H", isDuration(s)
	case "email":
		return "an email address", isEmail(s)
	case "hostname":
		return "a hostname", isHostname(s)
	case "ipv4":
		return "an IPv4 address", isIPv4(s)
	case "ipv6":
		return "an IPv6 address", isIPv6(s)
	case "uuid":
		return "a UUID such as 123e4567-e89b-12d3-a456-426614174000", isUUID(s)
	}
	return "the format " + format, false
}

// isDateTime checks RFC 3339. The time package is not asked, because it takes a comma and hours of one digit.
func isDateTime(s string) bool {
	const date = len("2026-01-31")
	return len(s) > date && lowerASCII(s[date]) == 't' && isDate(s[:date]) && isTime(s[date+1:])
}

func isDate(s string) bool {
	if len(s) != len("2026-01-31") || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, ok1 := number(s[:4])
	month, ok2 := number(s[5:7])
	day, ok3 := number(s[8:])
	if !ok1 || !ok2 || !ok3 || month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= daysOf(month, year)
}

// daysOf counts the days of a month.
func daysOf(month, year int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// isTime takes a leap second only where one can be: in the last minute of a day of UTC.
func isTime(s string) bool {
	if len(s) < len("09:30:00Z") || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, ok1 := number(s[:2])
	minute, ok2 := number(s[3:5])
	second, ok3 := number(s[6:8])
	if !ok1 || !ok2 || !ok3 || hour > 23 || minute > 59 || second > 60 {
		return false
	}
	zone := s[8:]
	if zone[0] == '.' {
		rest := strings.TrimLeft(zone[1:], "0123456789")
		if len(rest) == len(zone)-1 {
			return false
		}
		zone = rest
	}
	offset, ok := zoneOffset(zone)
	const day = 24 * 60
	utc := (hour*60 + minute - offset + day) % day
	return ok && (second < 60 || utc == day-1)
}

// zoneOffset returns minutes east of UTC.
func zoneOffset(s string) (int, bool) {
	if s == "Z" || s == "z" {
		return 0, true
	}
	if len(s) != len("+01:00") || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, false
	}
	hour, ok1 := number(s[1:3])
	minute, ok2 := number(s[4:])
	offset := hour*60 + minute
	if s[0] == '-' {
		offset = -offset
	}
	return offset, ok1 && ok2 && hour < 24 && minute < 60
}

// number reads digits, and digits only.
func number(s string) (int, bool) {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}

// isDuration checks the durations of RFC 3339, appendix A.
func isDuration(s string) bool {
	s, ok := strings.CutPrefix(s, "P")
	if weeks, isWeeks := strings.CutSuffix(s, "W"); isWeeks {
		_, digits := number(weeks)
		return ok && digits
	}
	date, clock, timed := strings.Cut(s, "T")
	if !ok || !unitsInOrder(date, "YMD") || !unitsInOrder(clock, "HMS") {
		return false
	}
	return clock != "" || date != "" && !timed
}

// unitsInOrder reports whether s is numbers with these units behind them, each at most once and in this order.
func unitsInOrder(s, units string) bool {
	for s != "" {
		rest := strings.TrimLeft(s, "0123456789")
		if rest == "" || len(rest) == len(s) {
			return false
		}
		i := strings.IndexByte(units, rest[0])
		if i < 0 {
			return false
		}
		s, units = rest[1:], units[i+1:]
	}
	return true
}

// isEmail checks a mailbox of RFC 5321: no comments, but quoted local parts and addresses in brackets.
func isEmail(s string) bool {
	at := max(0, strings.LastIndexByte(s, '@'))
	if len(s) > 254 || at > 64 || !isLocalPart(s[:at]) {
		return false
	}
	domain := s[at+1:]
	if inner, ok := strings.CutPrefix(domain, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		if tag := "ipv6:"; strings.EqualFold(inner[:min(len(tag), len(inner))], tag) {
			return ok && isIPv6(inner[len(tag):])
		}
		return ok && isIPv4(inner)
	}
	return isHostname(domain)
}

// isLocalPart checks what stands in front of the @ of a mailbox: words with dots between them, or one text in quotes.
func isLocalPart(s string) bool {
	if inner, quoted := strings.CutPrefix(s, `"`); quoted {
		for inner != "" && inner[0] != '"' {
			inner = strings.TrimPrefix(inner, `\`) // what follows it stands for itself
			if inner == "" || inner[0] < ' ' || inner[0] > '~' {
				return false
			}
			inner = inner[1:]
		}
		return inner == `"`
	}
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" || strings.Trim(atom, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~") != "" {
			return false
		}
	}
	return true
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

func isHostname(s string) bool {
	if len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := 0; i < len(label); i++ {
			if c := lowerASCII(label[i]); (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
				return false
			}
		}
	}
	return true
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := 0; i < len(s); i++ {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && strings.IndexByte("0123456789abcdef", lowerASCII(s[i])) < 0 {
			return false
		}
	}
	return true
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
