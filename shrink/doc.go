// Package shrink makes a recording small: it finds one with few turns, few events and few members that still does what
// is looked for, such as reach a state, use a rule, or differ from what was recorded.
//
// # Basics
//
// [Read] takes a recording, [Recording.Shrink] tries smaller and smaller ones and reports each that still does it; it
// stops when nothing can be left out any more, or when its context ends. What it returns has fresh digests, so that it
// replays equal; of a difference the event that differs keeps what was recorded.
//
// # How
//
// First whatever stands behind the event that was looked for goes, then turns, then events, then members and texts of
// events. Where a few turns cannot do it from the beginning, the recording begins in its middle, with the state there
// as its header's intent. A result stays with its call, a turn is never opened while calls are out that had been
// answered, ids of calls and asks are those of the small recording, and times rise as they did.
package shrink
