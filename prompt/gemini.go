package prompt

// geminiEnvelope is that of Gemini's generateContent: "systemInstruction" is one object with parts, and "tools" one
// tool that declares all functions.
// It has no marks: what is to be cached is sent apart, as Assembler.Blocks tells it.
func geminiEnvelope() envelope { return geminiForm(`,"parametersJsonSchema":`, geminiDialect) }

// geminiOpenAPIEnvelope has the schemas in the older form, for servers and models that know no other.
func geminiOpenAPIEnvelope() envelope { return geminiForm(`,"parameters":`, geminiOpenAPIDialect) }

func geminiForm(schema string, d dialect) envelope {
	return envelope{
		systemOpen: `{"parts":[`, systemEnd: `]}`,
		appendBlock: func(dst []byte, text, _ string) []byte {
			dst = append(dst, `{"text":`...)
			dst = appendString(dst, text)
			return append(dst, '}')
		},
		toolsOpen: `[{"functionDeclarations":[`, toolsEnd: `]}]`,
		appendTool: func(dst []byte, t *offer, _ string) []byte {
			dst = t.appendHead(dst, `{"name":`)
			if len(t.spec.Params) > 0 { // an object without properties is refused
				dst = append(dst, schema...)
				dst = t.appendSchema(dst, d, hostGemini)
			}
			return append(dst, '}')
		},
	}
}
