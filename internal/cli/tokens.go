package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tiktoken-go/tokenizer"
)

// tokenCounter counts tokens by o200k, OpenAI's vocabulary, and remembers counts in the user's cache folder by the
// digest of the text. The vocabulary takes longer to load than a registry, so it is loaded for texts alone that are
// not remembered. Nothing depends on the folder but time: what can't be read there is counted, what can't be written is
// forgotten.
type tokenCounter struct {
	file    string // "" where the user has no cache folder
	known   map[string]int
	learned []string // lines to add
	codec   tokenizer.Codec
	err     error
}

// maxTokenCache is the size from which the file is begun anew, in bytes.
const maxTokenCache = 2 << 20

// newTokenCounter reads nothing yet: most runs count nothing.
func newTokenCounter() *tokenCounter {
	c := &tokenCounter{}
	if dir, err := os.UserCacheDir(); err == nil {
		c.file = filepath.Join(dir, "promptgen", "tokens-o200k.txt")
	}
	return c
}

// Count returns the number of tokens of a text.
func (c *tokenCounter) Count(text string) int {
	if text == "" {
		return 0
	}
	if c.known == nil {
		c.known = c.read()
	}
	digest := sha256.Sum256([]byte(text))
	key := hex.EncodeToString(digest[:])
	n, ok := c.known[key]
	if ok {
		return n
	}
	n = c.encode(text)
	if c.err == nil {
		c.known[key] = n
		c.learned = append(c.learned, key+" "+strconv.Itoa(n)+"\n")
	}
	return n
}

func (c *tokenCounter) encode(text string) int {
	if c.codec == nil && c.err == nil {
		c.codec, c.err = tokenizer.Get(tokenizer.O200kBase)
	}
	if c.err != nil {
		return 0
	}
	var n int
	n, c.err = c.codec.Count(text)
	return n
}

// read returns the counts of the file. A line that is not whole, which another run may be writing, is none.
func (c *tokenCounter) read() map[string]int {
	known := map[string]int{}
	data, err := os.ReadFile(c.file)
	if err != nil || len(data) > maxTokenCache {
		return known
	}
	for line := range strings.Lines(string(data)) {
		line, whole := strings.CutSuffix(line, "\n")
		key, count, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(count)
		if whole && err == nil && n > 0 && len(key) == 2*sha256.Size {
			known[key] = n
		}
	}
	return known
}

// save adds what was counted to the file.
func (c *tokenCounter) save() {
	if len(c.learned) == 0 || c.file == "" || os.MkdirAll(filepath.Dir(c.file), 0o755) != nil {
		return
	}
	slices.Sort(c.learned)
	flags := os.O_CREATE | os.O_RDWR | os.O_APPEND
	if info, err := os.Stat(c.file); err == nil && info.Size() > maxTokenCache {
		flags |= os.O_TRUNC
	}
	f, err := os.OpenFile(c.file, flags, 0o644)
	if err != nil {
		return
	}
	defer f.Close()
	out := []byte(strings.Join(c.learned, ""))
	if !endsLine(f) {
		out = append([]byte("\n"), out...) // what a run that was killed left behind stays a line of its own
	}
	if _, err := f.Write(out); err == nil {
		c.learned = nil
	}
}

// endsLine reports whether a file is empty or ends in a newline.
func endsLine(f *os.File) bool {
	last := make([]byte, 1)
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return true
	}
	_, err = f.ReadAt(last, info.Size()-1)
	return err == nil && last[0] == '\n'
}
