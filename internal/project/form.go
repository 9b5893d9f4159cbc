package project

// form is a way to write schemas and documentation: a column of the table of keywords.
type form uint8

const (
	openai          form = iota // chat completions and Responses, and servers that are compatible with them
	openaiStrict                // the same, where OpenAI holds the model to the schema
	anthropic                   // Messages
	anthropicStrict             // the same, where Anthropic holds the model to the schema
	geminiOpenAPI               // the older form of Gemini's, a part of OpenAPI 3.0
	gemini                      // JSON Schema for Gemini
	mcp                         // descriptors of an MCP server
	xml                         // the documentation of the XML transport
	canonical                   // what calls are checked against: as declared, and what the types say by themselves
	forms                       // number of columns
)

// plain is the form that a ParamForm calls Schema: OpenAI, Anthropic and MCP take every keyword as it is, so one schema
// serves all three.
const plain = openai

// verdict says what a form does with a keyword.
type verdict uint8

const (
	keep verdict = iota // it stands in the schema as it is
	note                // the provider refuses it: it stands in the description instead
	both                // the provider may overlook it: it stands in the schema and in the description
)

// row is what the forms do with one keyword, in the order of the columns.
type row [forms]verdict

// nulls reports whether an absent argument is written as null: such schemas demand every member.
func (f form) nulls() bool { return f == openaiStrict }
