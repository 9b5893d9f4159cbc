package importer

import (
	"strings"
	"unicode"
)

// latin writes words with the letters a to z, as far as they are Latin: names of the registry have no others. A letter
// loses its marks whatever the language, so ü is u.
func latin(words string) string {
	var b strings.Builder
	for _, r := range words {
		lower := unicode.ToLower(r)
		switch plain := bareLetter(lower); {
		case unicode.Is(unicode.Mn, r): // a mark that combines with the letter in front
		case plain == "":
			b.WriteRune(r)
		case lower != r:
			b.WriteString(strings.ToUpper(plain[:1]) + plain[1:])
		default:
			b.WriteString(plain)
		}
	}
	return b.String()
}

// bareLetter is a small letter without its marks, or "" where it has none.
func bareLetter(r rune) string {
	if r < 0x80 {
		return ""
	}
	for _, row := range []struct{ letters, plain string }{
		{"àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ", "a"},
		{"æǣǽ", "ae"},
		{"ḃḅḇ", "b"},
		{"çćĉċčḉ", "c"},
		{"ðďđḋḍḏḑḓ", "d"},
		{"èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ", "e"},
		{"ḟ", "f"},
		{"ĝğġģǧǵḡ", "g"},
		{"ĥħȟḣḥḧḩḫẖ", "h"},
		{"ìíîïĩīĭįıǐȉȋḭḯỉị", "i"},
		{"ĳ", "ij"},
		{"ĵǰ", "j"},
		{"ķǩḱḳḵ", "k"},
		{"ĺļľłḷḹḻḽ", "l"},
		{"ḿṁṃ", "m"},
		{"ñńņňǹṅṇṉṋ", "n"},
		{"ŋ", "ng"},
		{"òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ", "o"},
		{"œ", "oe"},
		{"ṕṗ", "p"},
		{"ŕŗřȑȓṙṛṝṟ", "r"},
		{"śŝşšșṡṣṥṧṩ", "s"},
		{"ßẞ", "ss"},
		{"ţťŧțṫṭṯṱẗ", "t"},
		{"þ", "th"},
		{"ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự", "u"},
		{"ṽṿ", "v"},
		{"ŵẁẃẅẇẉẘ", "w"},
		{"ẋẍ", "x"},
		{"ýÿŷȳẏẙỳỵỷỹ", "y"},
		{"źżžẑẓẕ", "z"},
	} {
		if strings.ContainsRune(row.letters, r) {
			return row.plain
		}
	}
	return ""
}
