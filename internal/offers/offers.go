// Package offers answers what applier, reducer and turn all ask about an intent: which searches it calls for, what
// offers and holds cost, and which holds a change of the plan loses.
//
// Where a function changes an intent, its comment says that the intent is the caller's own: lists are replaced
// there, never modified in place, because other intents share them.
package offers
