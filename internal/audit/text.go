package audit

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Tokens are counted by OpenAI's vocabulary. Anthropic and Google publish none for use without their services; these
// are rules of thumb to plan by, in hundredths.
const (
	anthropicTokens = 120
	geminiTokens    = 110
)

// Text returns the report for a reader.
func (r *Report) Text() string {
	var b strings.Builder
	for i := range r.Profiles {
		r.Profiles[i].text(&b)
		b.WriteByte('\n')
	}
	b.WriteString(r.movedText())
	if len(r.Reasons) > 0 {
		var rows [][]string
		for _, x := range r.Reasons {
			rows = append(rows, []string{x.Of, x.What, x.Why})
		}
		b.WriteString("reasons\n" + table(rows, ""))
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "Bytes and tokens are those of the first case of the snapshots, keys those of the main agent: a subagent has prompts\n"+
		"of its own. Tokens are o200k's, OpenAI's; estimates for others: Anthropic x%s, Gemini x%s. Prices are tokens per\n"+
		"turn that are read again unchanged, in a session of %d turns of %s tokens each.\n",
		factor(anthropicTokens/100.0), factor(geminiTokens/100.0), sessionTurns, digits(turnTokens))
	return b.String()
}

func (x *Profile) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s over %s, %s\n", x.Profile, x.Transport, x.Locale)
	x.keysText(b)
	b.WriteString(x.sectionsText())
	b.WriteString(x.marksText())
	b.WriteString(x.strictText())
	if len(x.Prices) > 0 {
		var rows [][]string
		for _, p := range x.Prices {
			rows = append(rows, []string{p.Of, digits(int64(p.Tokens)), p.Why})
		}
		b.WriteString("  price, tokens per turn\n" + indent(table(rows, " r")))
	}
	for _, t := range x.Targets {
		fmt.Fprintf(b, "  target  %s\n", t)
	}
}

// keysText says how many keys there are, and which gates multiply them, those of one factor in one line.
func (x *Profile) keysText(b *strings.Builder) {
	keys, bound := many(x.CacheKeys, "cache key"), ""
	if !x.Exact {
		keys, bound = "at most "+keys, " (too many gates to count exactly)"
	}
	if x.Transport == "native" {
		keys += ": " + many(x.TextKeys, "static text") + ", " + many(x.ToolKeys, "tool list")
	}
	if x.Tools != nil && x.Tools.Level == "session" {
		bound += "; for the inputs of one session, because tools show them"
	}
	fmt.Fprintf(b, "  %s%s\n", keys, bound)
	for _, t := range x.Toolsets {
		fmt.Fprintf(b, "  toolset %s ends sharing: sessions share the declared tools, and what stands behind them only with the same tools\n", t.Name)
	}
	for i := 0; i < len(x.Blame); {
		var gates []string
		f := factor(x.Blame[i].Factor)
		for ; i < len(x.Blame) && factor(x.Blame[i].Factor) == f; i++ {
			gates = append(gates, x.Blame[i].Gate)
		}
		fmt.Fprintf(b, "    x%-5s %s\n", f, strings.Join(gates, ", "))
	}
}

// sectionsText is the table of what stands in the prompt, with a line where a tier ends.
func (x *Profile) sectionsText() string {
	all, tail := 0, 0
	for _, s := range x.Sections {
		all += s.Tokens
	}
	rows := [][]string{{"", "LEVEL", "PLACE", "CACHED", "BYTES", "TOKENS", "SHARE", "READS"}}
	if x.Tools != nil {
		all += x.Tools.Tokens
		rows = append(rows, []string{fmt.Sprintf("tools (%d)", x.Tools.Count), x.Tools.Level, "front", "yes",
			digits(int64(x.Tools.Bytes)), digits(int64(x.Tools.Tokens)), share(x.Tools.Tokens, all), strings.Join(whole(x.Tools.Reads), " ")})
	}
	var empty []string
	cached := "yes" // until a section of the system text changes with the turns: what stands behind it is read anew
	for _, s := range x.Sections {
		if s.Bytes == 0 {
			empty = append(empty, s.Name)
			continue
		}
		if s.Place == "tail" {
			tail += s.Tokens
		}
		if s.Cache == "volatile" && s.Place == "system" {
			cached = "no"
		}
		row := cached
		if s.Cache == "volatile" {
			row = "no"
		}
		rows = append(rows, []string{s.Name, s.Cache, s.Place, row, digits(int64(s.Bytes)), digits(int64(s.Tokens)), share(s.Tokens, all), strings.Join(whole(s.Reads), " ")})
	}
	out := indent(table(rows, "    rrr"))
	if len(empty) > 0 {
		out += wrapped("  empty here: ", empty)
	}
	out += fmt.Sprintf("  static text ends at byte %s, what a session fixes at %s, system text at %s; tail %s\n",
		digits(int64(x.Bounds.Static)), digits(int64(x.Bounds.Session)), digits(int64(x.Bounds.System)), digits(int64(x.Bounds.Tail)))
	return out + fmt.Sprintf("  static text %s tokens (Anthropic about %s, Gemini about %s)\n",
		digits(int64(x.StaticTokens)), digits(int64(x.StaticTokens*anthropicTokens/100)), digits(int64(x.StaticTokens*geminiTokens/100)))
}

// whole leaves out the fields of lists that are there as a whole.
func whole(reads []string) []string {
	return slices.DeleteFunc(slices.Clone(reads), func(r string) bool {
		dot := strings.LastIndexByte(r, '.')
		return dot > 0 && slices.Contains(reads, r[:dot])
	})
}

func share(n, all int) string {
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%d%%", (n*100+all/2)/all)
}

// wrapped lists words behind a label, in lines of at most 110 characters.
func wrapped(label string, words []string) string {
	line, out := label, ""
	for i, w := range words {
		if i < len(words)-1 {
			w += ","
		}
		if utf8.RuneCountInString(line)+len(w) > 110 {
			out += strings.TrimRight(line, " ") + "\n"
			line = strings.Repeat(" ", len(label))
		}
		line += w + " "
	}
	return out + strings.TrimRight(line, " ") + "\n"
}

func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n  ") + "\n"
}

// table aligns columns, those with an r in align to the right. The last column is not padded.
func table(rows [][]string, align string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		cells := slices.Clone(row)
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < len(align) && align[i] == 'r' {
				cells[i] = pad + cell
			} else {
				cells[i] = cell + pad
			}
		}
		b.WriteString(strings.TrimRight(strings.Join(cells, "  "), " ") + "\n")
	}
	return b.String()
}
