// Package search leads from a plan to what is held: it searches, has what was found ranked, has what is picked checked,
// and asks booking to hold it. Offers that have ended on the way are searched again. Whoever wants to know why
// something was searched, offered or renewed reads it alone.
//
// # The way
//
//	Quote              searches the legs and stays whose quotes are not fresh (quote.go); a plan whose days or routes are
//	                   open is searched for some of them, of which one is chosen first (days.go)
//	QuotesArrived,     go on with the next search, the ranking, or what nothing was found of
//	Ranked             lists the options
//	Choose             selects an option and has it checked (choose.go); RiskReported tells the report
//	HoldSelected       holds what is selected, once it is checked and confirmed (hold.go); HoldsArrived tells what it is
//	Renews             searches again what has ended of what was picked (renew.go), and finds it again (again.go)
//	PointResult        goes on after an embedder's own tools, which run before the search or the hold (points.go)
//	Rest               ends a turn that had nothing to search
//	EndFailed          ends a turn after a failed call (failures.go)
//
// What is held and bought is booking's; what is said of options and holds, package tell's.
//
// # State
//
// Its own state is trip.SearchState. Quotes, bundles, what is selected and the risk report stand in the working memory.
//
// # Invariants
//
//   - The searches of one decision are one round, flights first.
//   - Quotes are used again while they are of the same search and young enough; an empty result only within its turn.
//   - Nothing is ranked before each leg and stay has an answer.
//   - Nothing is held that was not checked, nor before all that the check requires was confirmed.
//   - Within a turn, what was picked is searched again once. It is taken only where all of it is found again as it was;
//     what has changed is told first.
//   - It knows nothing of the dialogue and of the assistant.
package search
