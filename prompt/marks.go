package prompt

import "slices"

// Marks is a set of places in which a profile wants the provider to cache what stands in front of them. A request is
// cached as tools, then system text, then messages.
type Marks uint8

const (
	MarkTools   Marks = 1 << iota // the end of the declared tools; no mark where there are none, since the host's vary
	MarkStatic                    // the end of the text that all sessions share
	MarkSession                   // the end of the text that is fixed for the session
	MarkSystem                    // the end of the system text, whatever stands there
	MarkTurns                     // the last turn of the history, which the host marks: see RollingMark
)

// TTL is how long Anthropic keeps what a mark ends: "5m", "1h", or "" for its default, which is "5m".
type TTL struct {
	Static  string // of the tools and of static text
	Session string // of all other text; never longer than Static
}

// Cache is the deployment's say in cache marks. The zero value is the registry's plan with one mark left to the host.
type Cache struct {
	Off       bool   // no marks at all, for servers and models that refuse them
	StaticTTL string // "5m" or "1h" for tools and static text; "" is the profile's ttl. It concerns Anthropic alone
	HostMarks int    // how many marks the host sets in its messages; 0 means 1, negative none
}

// markLimit is how many marks a request may have, with those of the host. Anthropic refuses more, and OpenAI reads the
// latest of them.
const markLimit = 4

func (c Cache) hostMarks() int {
	if c.HostMarks == 0 {
		return 1
	}
	return max(0, c.HostMarks)
}

// Cache notes a lifetime that no provider has, and more marks of the host than a request may have.
func (e *Errs) Cache(field string, c Cache) {
	switch c.StaticTTL {
	case "", "5m", "1h":
	default:
		e.Add(field+".StaticTTL", `must be "5m", "1h" or empty, got `+shorten(c.StaticTTL))
	}
	if c.HostMarks > markLimit {
		e.Add(field+".HostMarks", "must be at most "+Int(markLimit)+", the marks that a request may have, got "+Int(int64(c.HostMarks)))
	}
}

// marking says what an assembler marks.
type marking struct {
	plan            Marks
	ttl             TTL
	cache           Cache
	static, session int // how many tiers at the start are static, and how many are static or fixed for the session
}

// onTools is the place of the mark on the last declared tool, behind which those of the host may stand; those in the system text are the numbers of its tiers.
const onTools = -1

// places returns where requests have marks: each place once, the most useful first, no more than the host leaves. tiers
// is how many the system text has, and tools says that there are some which can be marked. All of it is fixed for the
// session, so that every turn has the same marks.
//
// A mark on text that is empty moves back to what stands in front, and goes where nothing does. Static text behind text
// of the session is no prefix that sessions share, and what stands behind volatile text is none that turns share. So
// the tiers at the start count, not the last one of a level.
func (m *marking) places(tiers int, tools bool) []int {
	if m.cache.Off {
		return nil
	}
	order := []Marks{MarkSession, MarkStatic, MarkTools, MarkSystem}
	if m.plan&MarkSession == 0 {
		order = []Marks{MarkSystem, MarkStatic, MarkTools}
	}
	left := markLimit - m.cache.hostMarks()
	var out []int
	for _, mark := range order {
		at := m.end(mark, tiers)
		if m.plan&mark != 0 && len(out) < left && (at != onTools || tools) && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// end returns the place of one mark.
func (m *marking) end(mark Marks, tiers int) int {
	switch mark {
	case MarkStatic:
		return m.static - 1
	case MarkSession:
		return m.session - 1
	case MarkSystem:
		return tiers - 1
	default:
		return onTools
	}
}

// ttlAt returns the lifetime of a mark. An earlier mark never has the shorter one, so that of the session is cut to the
// static one where the host has shortened that.
func (m *marking) ttlAt(place int) string {
	static := m.ttl.Static
	if m.cache.StaticTTL != "" {
		static = m.cache.StaticTTL
	}
	if place < m.static || m.ttl.Session == "1h" && static != "1h" {
		return static
	}
	return m.ttl.Session
}

// rolling reports whether the host's own mark is planned.
func (m *marking) rolling() bool {
	return !m.cache.Off && m.plan&MarkTurns != 0 && m.cache.HostMarks >= 0
}

// HostTurn is what RollingMark needs to know of a turn of the history.
type HostTurn struct {
	Role  string // as the provider spells it, e.g. "user", "assistant", "tool", "system"
	Empty bool   // nothing in it can hold a mark: no text but empty ones, and for Anthropic no image, call or result either
}

// RollingMark returns which turn of the history the host marks, on the last thing in it that can hold one, or -1 for
// none. Each request marks the turn anew and no older one.
//
// For Anthropic it is the last turn that is not the system's, and for OpenAI the latest of the user: what the model or
// a tool said holds no marks there. No other turn is marked when that one is empty. Other providers take no marks.
func RollingMark(p Provider, turns []HostTurn) int {
	var eligible func(role string) bool
	switch p {
	case Anthropic:
		eligible = func(role string) bool { return role != "system" }
	case OpenAIChat, OpenAIResponses:
		eligible = func(role string) bool { return role == "user" }
	default:
		return -1
	}
	for i, t := range slices.Backward(turns) {
		if eligible(t.Role) {
			if t.Empty {
				return -1
			}
			return i
		}
	}
	return -1
}
