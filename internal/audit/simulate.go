package audit

// Prices of an input token, as Anthropic's and OpenAI's lists have had them: one that is found in the cache costs a tenth
// of the plain price, one that is written to it a quarter more.
const (
	cachedToken  = 0.1
	writtenToken = 1.25
)

// Session is a session to simulate, in tokens.
type Session struct {
	Front    int // tools and system text in front of a volatile section
	Behind   int // system text behind it
	Volatile int // the section
	Turns    int
	Turn     int // what each turn adds to the history
}

// System is what the input of the session costs with the volatile section in the system text, in tokens at the plain
// price. Only what stands in front of the section is found in the cache; writing the rest there would be in vain.
func (s Session) System() float64 {
	cost := 0.0
	for t := range s.Turns {
		front := cachedToken
		if t == 0 {
			front = writtenToken
		}
		cost += front*float64(s.Front) + float64(s.Volatile+s.Behind+s.Turn*(t+1))
	}
	return cost
}

// Tail is what it costs with the section behind the last message: everything but the section itself and the new turn is
// found in the cache.
func (s Session) Tail() float64 {
	cost := 0.0
	cached, written := 0, s.Front+s.Behind+s.Turn
	for range s.Turns {
		cost += cachedToken*float64(cached) + writtenToken*float64(written) + float64(s.Volatile)
		cached, written = cached+written, s.Turn
	}
	return cost
}
