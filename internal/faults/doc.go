// Package faults holds tests only: mistakes that agent projects really made, each as a small registry or session that
// must be refused, or must come out right.
package faults
