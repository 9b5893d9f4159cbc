package prompt

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// wideSchema is a root with n properties, all of them required, and n values to choose from.
func wideSchema(n int) string {
	var names, properties []string
	for i := range n {
		name := `"p` + strconv.Itoa(i) + `"`
		names = append(names, name)
		properties = append(properties, name+`:{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`)
	}
	all := strings.Join(names, ",")
	return `{"type":"object","properties":{"e":{"type":"string","enum":[` + all + `]},` + strings.Join(properties, ",") + `},"required":[` + all + `]}`
}

// TestHostWorkGrowsWithTheSchema pins that twice the properties of a host's tool are twice the work, in a new session, a
// resumed one, and a request. What is counted is the names that are looked at.
func TestHostWorkGrowsWithTheSchema(t *testing.T) {
	for name, work := range map[string]func(r *openForm, schema string, root *jsonValue) int{
		"new":     func(r *openForm, _ string, root *jsonValue) int { return len(r.host(root)) },
		"resumed": func(r *openForm, schema string, _ *jsonValue) int { return len(r.frozen(schema, nil)) },
		"request": func(r *openForm, _ string, root *jsonValue) int { return len(r.schema(nil, root)) },
	} {
		looked := func(n int) int {
			schema := wideSchema(n)
			root, problem := parseRoot(schema)
			if problem != "" {
				t.Fatal(problem)
			}
			var r openForm
			if work(&r, schema, &root) < n {
				t.Errorf("%s: the schema is not read", name)
			}
			return r.looked
		}
		if half, whole := looked(1000), looked(2000); half < 1000 || whole > 2*half {
			t.Errorf("%s: %d names are looked at, and %d for twice as many", name, half, whole)
		}
	}
}

// TestHostTextGrowsWithTheSchema pins that no text is copied once for each word that is put behind it, by what is
// allocated.
func TestHostTextGrowsWithTheSchema(t *testing.T) {
	allocated := func(n int) uint64 {
		tool := HostTool{"s", "x", "", JSON(wideSchema(n))}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		h, _ := take(t, servers(tool))
		if docs := hostTools(h, nil).ToolsetDocs("servers"); !strings.Contains(docs, "p"+strconv.Itoa(n-1)+".") {
			t.Fatal("the choices are not shown")
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(10)
	if half, whole := allocated(2000), allocated(8000); whole > 5*half {
		t.Errorf("%d bytes are allocated, and %d for four times the schema", half, whole)
	}
}
