// Package magic is the table of inputs that make the sandbox fail, each in one way: place codes
// for searches and holds, payment methods for purchases. Test modes of payment and travel
// services work so, and for the same reason: a failure that can be asked for can be tested.
//
// The place codes are WQA to WQZ, because IATA has given no code that starts with WQ to an
// airport, a city, a railway or a bus station. docs/sandbox.md shows the table.
//
// A failure's text carries [Canary], so that a test can look for raw error text where only safe
// sentences may stand.
package magic
