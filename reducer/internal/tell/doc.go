// Package tell says what is offered, held and booked: it lists options and answers about them, asks for what the trip
// waits for at a point of its way, and names what messages are about, so that they can be described later. Whoever
// wants to know why something was shown, or in which order, reads it alone.
//
// # What is told
//
//   - Options: the first of a list (first.go), more of it, in another order, or one in full (show.go), answers about
//     them (about.go, terms.go), and which of them a person means (choose.go). They are compared by facts (facts.go);
//     what of them is not as asked is told beside them (unfit.go, nights.go).
//   - What is held, and what is not; what is booked; what is in doubt (holds.go).
//   - The asks for a choice, for a yes to a hold, and for an approval (asks.go).
//   - What of a message could not be used (unread.go).
//
// A message names options, holds and bookings by reference (trip.Refs). A Describer describes them, of the intent that
// the decision led to (refs.go); package describe writes what it finds.
//
// # State
//
// Of trip.DialogueState it changes what was shown: Shown, the list that positions count in, Focus, the option that "it"
// is, and SuppressRepeat. It reads the rest of the trip.
//
// # Invariants
//
//   - It queues nothing, walks no edge of the lifecycle and changes no plan.
//   - Positions count in the list that was shown last.
//   - The id of an ask is the hash of all that the person is shown of it.
//   - What waits to be held, or to be approved, is named beside everything else that is told: a yes is about that.
//   - It knows nothing of the search, of the dialogue and of the assistant.
package tell
