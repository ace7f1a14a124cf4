// Package server offers an engine to chat front ends over HTTP: REST with server-sent events, and a page.
//
// # Basics
//
//	s, err := server.New(server.Config{Runner: r, Auth: tokens}) // r is a *runner.Runner, best with the policy of Policy
//	http.ListenAndServe(address, s)                              // or in any mux, at its root
//
//	POST   /v1/trips {trip_id?, intent?}            makes a trip
//	GET    /v1/trips?state=&after=&limit=           lists those of the tenant, by id
//	GET    /v1/trips/{id}[?seq=N]                   the intent; DELETE erases the trip
//	POST   /v1/trips/{id}/events {type, data}       an event; Idempotency-Key is its id
//	POST   /v1/trips/{id}/forks {seq, trip_id?}     another trip that goes on from one of its events
//	GET    /v1/trips/{id}/updates                   what happens, as server-sent events
//	GET    /v1/trips/{id}/transcript, …/recording   the conversation; the log
//	GET    /  /healthz  /readyz                     the page; is it alive, can it work
//
// # Front ends of its own
//
// Other protocols are packages below this one that build on server/internal/web, whose documentation says how: each
// is one function and one line in Server.routes.
//
// # Guarantees
//
//   - Errors are application/problem+json with a stable code. No error of a tool, a store or the engine reaches a
//     client, and no token, message or body reaches the log.
//   - A trip of another tenant, or of another owner, does not exist: it is not looked up, or answered alike.
//   - An event that comes again under its Idempotency-Key changes nothing and is answered from the log.
//   - Every event is told once on a stream, under its seq; who comes back with Last-Event-ID gets the rest.
//
// # Caveats
//
// Without Config.Auth whoever reaches the server may do everything: only this machine is let in, and requests under
// another host's name or from another site's page are refused. A client that goes away ends no turn. New trips follow
// the runner's policy: use [Policy], under which an approval says what it is for.
package server
