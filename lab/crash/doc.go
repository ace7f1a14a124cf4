// Package crash kills the real program and looks at what it leaves behind. It holds tests only;
// docs/durability.md says what they promise and how to repeat a failure.
package crash
