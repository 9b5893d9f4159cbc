package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

var errNoPlanFile = errors.New("no plan file: give -plan or PLAN_FILE")

// draftOf is the file of a plan's draft.
func draftOf(planFile string) string {
	if planFile == "" {
		return ""
	}
	return planFile + ".draft"
}

// draft keeps standard input as the next plan, without the line feeds at its end. No prompt shows it, so none changes.
func (h host) draft(o options) error {
	if o.planFile == "" {
		return errNoPlanFile
	}
	text, err := io.ReadAll(h.stdin)
	if err != nil {
		return err
	}
	before, _, err := build(o)
	if err != nil {
		return err
	}
	if err := os.WriteFile(draftOf(o.planFile), []byte(strings.TrimRight(string(text), "\n")), 0o644); err != nil {
		return err
	}
	after, _, err := build(o)
	if err != nil {
		return err
	}
	return h.boundary("drafted", before.Fingerprint().String(), after.Fingerprint().String())
}

// confirm makes the draft the plan and empties the draft. This is where a provider's cache of the prompt ends.
func (h host) confirm(o options) error {
	if o.planFile == "" {
		return errNoPlanFile
	}
	before, s, err := build(o)
	if err != nil {
		return err
	}
	if err := s.ConfirmPlan(); err != nil {
		return err
	}
	after, err := before.Refresh(s)
	if err != nil {
		return err
	}
	if err := os.Rename(draftOf(o.planFile), o.planFile); err != nil {
		return err
	}
	if err := os.WriteFile(draftOf(o.planFile), nil, 0o644); err != nil {
		return err
	}
	return h.boundary("confirmed", before.Fingerprint().String(), after.Fingerprint().String())
}

// boundary tells whether the bytes of the prompt, and with them its cached prefix, have changed.
func (h host) boundary(what, before, after string) error {
	effect := "changed"
	if before == after {
		effect = "unchanged"
	}
	_, err := fmt.Fprintf(h.stdout, "%s: prompt %s\n\tbefore %s\n\tafter  %s\n", what, effect, before, after)
	return err
}
