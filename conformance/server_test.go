package conformance

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// reply is what a scripted server answers with.
type reply struct {
	status int // 0 is 200
	stream bool
	body   string
}

// overloaded and broken are answers that every SDK tries again after.
func overloaded() reply { return reply{status: http.StatusTooManyRequests, body: `{"error":{}}`} }
func broken() reply     { return reply{status: http.StatusInternalServerError, body: `{"error":{}}`} }

// server answers requests in the order of its replies, the last one for ever, and keeps what it was sent.
type server struct {
	*httptest.Server
	mu      sync.Mutex
	replies []reply
	bodies  [][]byte
}

func serve(t *testing.T, replies ...reply) *server {
	t.Helper()
	s := &server{replies: replies}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	next := s.replies[min(len(s.bodies), len(s.replies)-1)]
	s.bodies = append(s.bodies, body)
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if next.stream {
		w.Header().Set("Content-Type", "text/event-stream")
	}
	w.Header().Set("Retry-After-Ms", "1")
	if next.status != 0 {
		w.WriteHeader(next.status)
	}
	_, _ = io.WriteString(w, next.body) // the client has gone away if it fails, and says so
}

// sent returns the bodies so far.
func (s *server) sent() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bodies
}

// members takes a body apart: the members of an object, each as it was sent.
func members(t *testing.T, body []byte) map[string]json.RawMessage {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return m
}

// first returns the first element of an array as it was sent.
func first(t *testing.T, array json.RawMessage) json.RawMessage {
	t.Helper()
	var elements []json.RawMessage
	if err := json.Unmarshal(array, &elements); err != nil {
		t.Fatalf("%v in %s", err, array)
	}
	if len(elements) == 0 {
		return nil
	}
	return elements[0]
}

// same checks that a member was sent byte for byte.
func same(t *testing.T, label string, got json.RawMessage, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s: sent\n%s\nwant\n%s", label, got, want)
	}
}
