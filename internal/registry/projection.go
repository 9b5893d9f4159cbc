package registry

import "slices"

// Projection is a format in which tools, or the whole of what a registry gives to a request, reach a model.
type Projection struct {
	Name     string   // as contract.projections lists it, e.g. "openai-chat"
	Constant string   // of the run time's providers, e.g. "OpenAIChat"; "" where the format is no request
	Family   Family   // "" where the format is no provider's
	Strict   bool     // the family holds models to the schemas of strict tools in it
	Marks    MarkSite // what the requests take cache marks on
	Tools    int64    // how many tools a request may have at most; 0 where no number is known
}

// Family is what formats share whose servers count, limit and compile alike.
type Family string

// The families.
const (
	Anthropic Family = "anthropic"
	OpenAI    Family = "openai"
	Gemini    Family = "gemini"
)

// MarkSite is where the requests of a projection take cache marks.
type MarkSite uint8

// The sites.
const (
	NoMarks       MarkSite = iota
	TextMarks              // behind blocks of the system text
	TextToolMarks          // there and behind the last declared tool, each with a lifetime
)

// Projections is the table of all projections, in the order of the run time's providers. The rooms that write a format
// have the writing in tables of their own; whatever else depends on the format is said here.
func Projections() []Projection {
	return []Projection{
		{"anthropic", "Anthropic", Anthropic, true, TextToolMarks, 0},
		{"openai-chat", "OpenAIChat", OpenAI, true, TextMarks, 128},
		{"openai-responses", "OpenAIResponses", OpenAI, true, TextMarks, 128},
		{"openai-compatible", "OpenAICompatible", OpenAI, false, NoMarks, 0}, // other servers refuse what only OpenAI has
		{"gemini", "Gemini", Gemini, false, NoMarks, 512},
		{"gemini-openapi", "GeminiOpenAPI", Gemini, false, NoMarks, 512},
		{"mcp", "", "", false, NoMarks, 0},
	}
}

// ProjectionOf returns the projection called name, the zero one where there is none.
func ProjectionOf(name string) Projection {
	all := Projections()
	if i := slices.IndexFunc(all, func(p Projection) bool { return p.Name == name }); i >= 0 {
		return all[i]
	}
	return Projection{}
}

// Projected lists the projections of the contract, in its order.
func (r *Registry) Projected() []Projection {
	var out []Projection
	for _, w := range r.Contract.Projections {
		if p := ProjectionOf(w.Text); p.Name != "" {
			out = append(out, p)
		}
	}
	return out
}

// Projects reports whether the contract has a projection for which the predicate holds.
func (r *Registry) Projects(is func(Projection) bool) bool {
	return slices.ContainsFunc(r.Projected(), is)
}

// MostTools is how many tools every request takes at most that the contract projects to, in whatever format; 0 where one
// of them has no such number, or there is none.
func (r *Registry) MostTools() int64 {
	most := int64(0)
	for _, p := range r.Projected() {
		switch {
		case p.Constant == "":
		case p.Tools == 0:
			return 0
		default:
			most = max(most, p.Tools)
		}
	}
	return most
}
