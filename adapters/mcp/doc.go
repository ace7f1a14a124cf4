// Package mcp makes the tools of any MCP server (Model Context Protocol) tools of Legwork: each
// becomes an entry of the catalog and a handler.
//
// # Basics
//
//	s, err := mcp.Connect(ctx, "npx -y some-server /data", mcp.Config{}) // or https://host/mcp
//	c, err := catalog.Default().With(s.Tools()...)
//	s.Register(registry)
//	defer s.Close()
//
// A target is a command line, which is run without a shell and spoken to over its standard input
// and output, or a URL of a server that speaks streamable HTTP. A tool is called server_tool, so
// that it cannot take the place of a built-in one.
//
// # Effects
//
//	annotations                        effect   offered to the model
//	readOnlyHint                       read     yes
//	destructiveHint: false             write    yes
//	destructiveHint, or no hint at all write    only if [Config.Trust] says so
//
// By the protocol a tool without hints may destroy something, and nobody asks the traveller before
// an assistant's call. Trust vouches for tools by their name: "read", "write", or "off".
// A read tool is tried again when it failed; a write tool never, except one with idempotentHint
// whose server died in the middle. A string argument idempotency_key of a write tool carries the
// engine's key. A write tool without one is unverifiable in the catalog, because the protocol has no lookups.
//
// # Results
//
// Structured content is the result as it is, if it is an object; anything else stands in
// {"result"}: the text, or the structured value. Images and the like are only named, in
// {"attachments"}. What a tool calls an error is classified by its text.
//
// # When the server changes
//
// The catalog of a trip does not change under it: the tools are those that the server had when it
// was connected. A tool that the server takes away, or whose schema or effect it changes, fails as
// permanent from then on; new tools are offered after the next start.
//
// A server that dies is started again with the next call, at most three times a minute. A call that
// it died in fails; the outcome of a write is unknown then. A command that did not answer a call in
// time, and answers nothing else for some seconds either, hangs: it is ended. So is one that does not end
// by itself when it is closed, each with all the processes of its group (on Windows: its tree).
//
// # Caveats
//
// A server is a program with the rights of this process; connect only to those that you trust. Its
// environment is that of this process without the model keys and LEGWORK_*. Whole numbers beyond 2⁵³
// are exact only where a server repeats its structured content as text, which it should.
package mcp
