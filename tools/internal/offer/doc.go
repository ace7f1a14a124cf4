// Package offer holds what the travel tools share: the wire forms of flight and hotel offers and
// of money (formats 3), the local times in them, and how a request is read and answered.
//
// The forms are lenient where the contract is: of an option only the price is required, texts may
// be null, and members that are not known are skipped.
package offer
