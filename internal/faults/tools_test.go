package faults_test

import (
	"strings"
	"testing"
)

// TestFault07TextNamesAToolThatIsOff pins that text can't send a model to a tool which a setting takes away: the
// message points at the text and names the setting.
func TestFault07TextNamesAToolThatIsOff(t *testing.T) {
	const text = "i18n/en.cue"
	base(t).change(t, text, "You change code.", `You change code by \(tool.edit_file).`).
		refused(t, "tool-not-shown", text+":4", "edit_file", "editing off")
	base(t).change(t, text, "Sum up what was done.", `Sum up, then ask \(tool.load_skill).`).
		refused(t, "tool-not-shown", text+":13", "load_skill", "skills")

	const spec = "tools/specs/read_file.cue"
	base(t).change(t, spec, "Read one file.", `Read one file; \(tool.edit_file) changes it.`).
		refused(t, "tool-not-shown", spec+":4", "edit_file", "editing off")
	base(t).change(t, spec, "Path of the file.", `Path, as \(tool.edit_file) takes it.`).
		refused(t, "tool-not-shown", spec+":5", "edit_file", "editing off")
}

// TestFault07ToolThatNoProfileShows pins that a tool which is described, but reaches no model, is a mistake.
func TestFault07ToolThatNoProfileShows(t *testing.T) {
	f := base(t).change(t, "registry.cue", "load_skill: _", "load_skill: _, list_files: _").
		add("tools/specs/other.cue", other("list_files"))
	f.refused(t, "unused-tool", "tools/specs/other.cue:3", "list_files")
}

// TestFault07ToolThatIsOff pins that a tool whose setting is off is in no text, no documentation and no request.
func TestFault07ToolThatIsOff(t *testing.T) {
	generated := base(t).generate(t)
	for name, text := range snapshots(t, generated, ".prompt.txt") {
		off := strings.Contains(name, ".reading.") || strings.Contains(name, ".scout.")
		if strings.Contains(text, "edit_file") == off {
			t.Errorf("%s: want edit_file %t:\n%s", name, !off, text)
		}
	}
	for _, projection := range []string{"anthropic", "openai-chat", "gemini"} {
		for name, text := range snapshots(t, generated, ".tools."+projection+".json") {
			on := strings.Contains(name, ".basic.") || strings.Contains(name, ".no-skills.")
			if strings.Contains(text, "edit_file") != on {
				t.Errorf("%s: want edit_file %t:\n%s", name, on, text)
			}
		}
	}
}

// TestFault08EmptyDescription pins that no tool goes out without words that say what it is for.
func TestFault08EmptyDescription(t *testing.T) {
	const spec = "tools/specs/read_file.cue"
	base(t).change(t, spec, `"Read one file."`, `""`).refused(t, "bad-value", spec+":4", "empty")
	base(t).change(t, spec, `"Read one file."`, `"  \n "`).refused(t, "tool-undescribed", spec+":3", "read_file")
	base(t).change(t, spec, `"Path of the file."`, `""`).refused(t, "bad-value", spec+":5", "empty")
	base(t).change(t, spec, `	description: "Read one file."`+"\n", "").refused(t, "one-of", spec+":3", "description")
	base(t).change(t, spec, `description: "Read one file."`, `fragments: [{value: "Read one file.", when: "editing"}]`).
		refused(t, "tool-undescribed", spec+":4", "read_file", "editing off")
}

// TestFault09NamesThatProvidersRefuse pins that a name for which a provider would refuse the whole request never
// leaves the registry.
func TestFault09NamesThatProvidersRefuse(t *testing.T) {
	const spec = "tools/specs/read_file.cue"
	long := strings.Repeat("a", 65)
	for _, name := range []string{"calendar.update", "1abc", long, "read file", "lesen_für"} {
		t.Run(name, func(t *testing.T) {
			shown := name[:min(len(name), 60)]
			onWire(t, name).refused(t, "bad-value", spec+":3", shown, "1 to 64 letters")
			base(t).change(t, spec, `name: "path"`, `name: "`+name+`"`).
				refused(t, "bad-value", spec+":5", shown, "1 to 64 letters")
			base(t).add("tools/specs/other.cue", other(name)).refused(t, "bad-name", "tools/specs/other.cue:3", shown, "1 to 64 letters")
		})
	}
	onWire(t, long[1:]).generate(t) // 64 characters are the most that all providers take
}

// TestFault09NamesThatDifferInCase pins that two names which a provider may hold for one are a mistake, and that the
// message shows both places.
func TestFault09NamesThatDifferInCase(t *testing.T) {
	const spec = "tools/specs/read_file.cue"
	onWire(t, "EDIT_file").
		refused(t, "wire-name-clash", spec+":3", "EDIT_file", "edit_file", "read_file", "tools/specs/edit_file.cue:3")
	withTool(t, "Read_File").
		refused(t, "tool-name-clash", spec+":3", "Read_File", "read_file", "tools/specs/other.cue:3")
	base(t).change(t, spec, `"Path of the file."}`, `"Path of the file."}, {name: "PATH", type: "string", description: "Again."}`).
		refused(t, "duplicate-param", spec+":5", "PATH", "path")
}

// onWire gives read_file another name on the wire.
func onWire(t *testing.T, name string) files {
	return base(t).change(t, "tools/specs/read_file.cue", "read_file: {", "read_file: {wire: \""+name+"\"")
}

// withTool adds a tool to the registry and its profile.
func withTool(t *testing.T, name string) files {
	return base(t).
		change(t, "registry.cue", "load_skill: _", `load_skill: _, "`+name+`": _`).
		change(t, "profiles/full.cue", `"load_skill"]`, `"load_skill", "`+name+`"]`).
		add("tools/specs/other.cue", other(name))
}

// other is the file of one more tool.
func other(name string) string {
	return "package tiny\n\ntools: \"" + name + "\": {description: \"Other.\", params: []}\n"
}
