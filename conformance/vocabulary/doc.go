// Package vocabulary has two registries with a tool for every entry of the vocabulary of parameters. Its tests hold the
// generated schemas and decoders against an independent judge of JSON Schema.
package vocabulary
