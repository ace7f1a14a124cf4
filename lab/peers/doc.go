// Package peers has one conversation with chat backends that were made with the libraries of others, and with legwork
// serve, and compares what it measures: turns a second, the time to the first event, memory, and what is left when the
// process is killed. `make peers` runs it; docs/comparison.md has the figures and says what they mean.
//
// The conversation is had with Legwork first. What was said and what the tools answered is written down, and is what
// the mock models of the others say and their mock tools answer. The versions of the others stand in package.json and
// its lock.
package peers
