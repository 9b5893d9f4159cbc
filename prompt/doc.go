// Package prompt is the runtime of generated prompt packages: it assembles system text from sections, projects tools
// to the request formats of providers, and decodes the arguments of tool calls.
//
// Applications meet it through a generated package, whose New returns an [Assembler]. Assemblers, [Tools], [Values]
// and all that they return are immutable and safe for concurrent use. Nothing here reads a clock, the environment, a
// file or the network. [Buf] and [Errs] are builders for generated code and belong to one goroutine.
package prompt

// RuntimeV1 is named by generated code, so that a runtime too old for it does not compile.
const RuntimeV1 = true
