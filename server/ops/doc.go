// Package ops is what an operator does to trips: lists them, looks at one, settles a call, retries, cancels, moves,
// erases, checks, prunes.
//
// # Basics
//
// A [Desk] is one place where trips are. [Local] is the desk of a store that is open here, of a file or a database;
// [Client] is that of a running server, whose token is one of legwork token create --operator. Whatever is said of all
// of them, such as [All], [Move], [Prune] and [Forget], is written once, on top of Desk. ops/opstest is the contract.
//
//	desk := &ops.Local{Runner: r, Store: s}
//	for t, err := range ops.All(ctx, desk, ops.Filter{Attention: true}) { … }
//
// # Caveats
//
// An operator sees the trips of all tenants. Ids are those of the engine: TENANT/NAME.
package ops
