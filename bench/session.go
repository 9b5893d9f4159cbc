package main

import (
	"strings"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/prompt"
)

// session is a session of the standard profile as hosts have them. Its values occur nowhere else in the prompt, so
// that peers find their slots by them.
func session() coder.Session {
	return coder.Session{
		Cwd:               "/home/ada/parcel-tracker",
		Os:                "Linux 6.12.9",
		Shell:             "/usr/bin/fish",
		Skills:            []coder.Skill{{Name: "changelog", Description: "Keeps it short."}, {Name: "fixtures", Description: "Makes test data."}},
		McpServers:        []coder.McpServer{{Name: "board", Description: "Cards and columns."}},
		PreferredLanguage: "Esperanto",
		LocalRules:        "Sort imports by length.",
		Browser:           true,
		FocusChain:        true,
		ImageGeneration:   true,
		ParallelTools:     true,
		Subagents:         true,
		WebTools:          true,
	}
}

// turn is what changes with each message, in short values.
func turn() coder.Turn { return coder.Turn{RemainingTokens: 73219} }

// longTurn is turn with a note of n bytes.
func longTurn(n int) coder.Turn {
	t := turn()
	note := strings.Repeat("The fixture server listens on port 5433, and nothing else may. ", n/63+1)
	t.Memory = []coder.MemoryItem{{Text: note[:n-1] + "."}}
	return t
}

func assembler() (*coder.Assembler, error) {
	return coder.New(coder.Config{
		Profile:   coder.ProfileStandard,
		Transport: prompt.Native,
		Locale:    coder.LocaleEn,
		Agent:     coder.AgentMain,
	}, session())
}
