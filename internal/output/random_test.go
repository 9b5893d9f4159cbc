package output

import (
	"errors"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestApplyRandom lays random files, folders, links and manifests in the way of random files and holds the result
// against the rules: what is not ours keeps its bytes, what is wanted is there, and a conflict leaves all as it was.
func TestApplyRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	conflicts := 0
	for range 400 {
		have, listed := randomDisk(r)
		want := randomFiles(r)
		dir := have.make(t)
		before := readDisk(t, dir)
		_, err := Apply(dir, want)
		after := readDisk(t, dir)
		if conflict := (*ConflictError)(nil); errors.As(err, &conflict) {
			conflicts++
			if diff := cmp.Diff(before, after); diff != "" {
				t.Fatalf("conflict %v, but written (-before +after):\n%s", err, diff)
			}
			for _, c := range conflict.Conflicts {
				if !obstacle(before, listed, c.Path) {
					t.Fatalf("%v, but all of it is ours:\n%v", c, before)
				}
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range want {
			if data, ok := after[f.Path]; !ok || data != string(f.Data) {
				t.Fatalf("%s is %q, want %q", f.Path, data, f.Data)
			}
		}
		for name, data := range before {
			wanted := slices.ContainsFunc(want, func(f File) bool { return f.Path == name })
			if now, ok := after[name]; !wanted && foreignFile(name, data, listed) && (!ok || now != data) {
				t.Fatalf("%s was not ours and is %q, before %q", name, now, data)
			}
		}
		problems, err := Check(dir, want)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			if p.Kind != Foreign || !strings.HasPrefix(p.Path, "snapshots/") || !foreignFile(p.Path, before[p.Path], listed) {
				t.Fatalf("after the run: %v\n%v", p, after)
			}
		}
	}
	if conflicts == 0 || conflicts == 400 {
		t.Errorf("%d conflicts of 400: the test reaches half of the rules", conflicts)
	}
}

func randomPath(r *rand.Rand) string {
	p := pick(r, "gen", "snapshots")
	for range 1 + r.IntN(3) {
		p += "/" + pick(r, "a", "b", "c.go")
	}
	return p
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// randomFiles is a set of files that arrange accepts.
func randomFiles(r *rand.Rand) []File {
	var out []File
	for range r.IntN(4) {
		f := File{Path: randomPath(r), Data: []byte(pick(r, "1", "2", goFile))}
		if _, err := arrange(append(out, f)); err == nil {
			out = append(out, f)
		}
	}
	return out
}

func randomDisk(r *rand.Rand) (have disk, listed map[string]bool) {
	have, listed = disk{"outside": "mine"}, map[string]bool{}
	for range r.IntN(6) {
		p := randomPath(r)
		if clash(have, p) {
			continue
		}
		switch r.IntN(8) {
		case 0:
			have[p+"/"] = ""
		case 1:
			have[p] = "-> " + strings.Repeat("../", strings.Count(p, "/")) + "outside"
		case 2:
			have[path.Dir(p)+"/"+tempPrefix+"X"] = "ha"
		default:
			have[p] = pick(r, "mine", "1", goFile, "")
		}
		if r.IntN(2) == 0 {
			listed[p] = true
		}
	}
	for _, tree := range trees() {
		own := map[string]bool{}
		for p := range listed {
			if strings.HasPrefix(p, tree+"/") {
				own[p] = true
			}
		}
		if len(own) > 0 {
			have[tree+"/"+manifestName] = string(formatManifest(tree, own))
		}
	}
	return have, listed
}

// clash reports whether p can't stand beside what d holds.
func clash(d disk, p string) bool {
	for name := range d {
		name = strings.TrimSuffix(name, "/")
		if name == p || strings.HasPrefix(name, p+"/") || strings.HasPrefix(p, name+"/") {
			return true
		}
	}
	return false
}

// foreignFile says by the rules alone whether what stands at name is not ours.
func foreignFile(name, data string, listed map[string]bool) bool {
	base := path.Base(name)
	switch {
	case strings.HasSuffix(name, "/"), base == manifestName, strings.HasPrefix(base, tempPrefix):
		return false
	case strings.HasPrefix(data, "-> "):
		return true
	}
	return !listed[name] && !strings.HasPrefix(data, Header)
}

// obstacle reports whether something that is not ours, or an empty folder, stands at p or below it.
func obstacle(d disk, listed map[string]bool, p string) bool {
	for name, data := range d {
		if at := strings.TrimSuffix(name, "/"); at != p && !strings.HasPrefix(at, p+"/") {
			continue
		}
		if strings.HasSuffix(name, "/") || foreignFile(name, data, listed) {
			return true
		}
	}
	return false
}
