// Package corpus holds the error corpus: for every rule archives with exactly one mistake each.
//
// An archive of testdata is laid over base.txtar. The expected error stands as a comment on the line that causes it,
// with the column and the rule, or before the files where no comment can stand; files below fixed/ repair the mistake.
// The package has no code, only tests.
package corpus
