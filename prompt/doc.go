// Package prompt is the runtime of generated prompt packages: it assembles system text from sections, projects tools
// to the request formats of providers, and decodes the arguments of tool calls.
//
// Applications meet it through a generated package, whose New returns an [Assembler]. Assemblers, [Tools] and [Values]
// are immutable and safe for concurrent use. A [Parser] belongs to one goroutine, as do [Buf] and [Errs], the builders
// of generated code. Nothing here reads a clock, the environment, a file or the network.
//
// # What applications use
//
//   - For a request: [Assembler], [Request], [Values], [JSON], [Provider], [Block], [ContextTurn], [RollingMark].
//   - For a call of a tool: [Tools], [Call], [CallError], [Maybe]; over XML also [Parser], [Event] and [Message].
//   - As inputs of a configuration or session: [Cache], [HostTool], [Amendment], [ChainMode], [Nonce]. What is wrong
//     with them is an [InputErrors], what limits did to them a [Note].
//   - For text from elsewhere: [AppendFence], [Defang].
//   - For sessions that are stored: [Record], [Verdict], [Change], [Fingerprint], [Identity].
//
// All the rest, above all [Program] and what it is made of, is called by generated code and follows the generator.
package prompt

// RuntimeV1 is named by generated code, so that a runtime too old for it does not compile.
const RuntimeV1 = true
