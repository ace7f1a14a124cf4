// Package web is what the front ends of a server share: who asks, which trip is meant, how an error is told, and
// how updates are streamed.
//
// # Basics
//
// A front end is a function func(*web.Backend) http.Handler, and one line in routes of package server. The server
// has checked Host, Origin, the token, its scope and the rate before it is called, and has read the body, which is
// within its limit. Then
//
//	id, err := b.Ensure(r.Context(), threadID)         // of the tenant that asks; made when it is not there
//	for u, err := range b.Handle(r.Context(), id, ev)  // as Runner.Continue, for events that a client may send
//	b.Runner.Watch(r.Context(), id, seq)               // as for everybody
//	b.Fail(w, r, err)                                  // every error: problem+json, nothing of it leaks
//	stream, err := b.Stream(w, r)                      // server-sent events
//
// # Trips of tenants
//
// The engine's id of a trip is TENANT/NAME, where NAME is what the client says. The name of a tenant has no slash, so
// no name leads to another tenant's trips: they are not looked up at all, and so their absence takes as long and
// reads as that of any other trip. Without authentication there is no tenant, and the id is the name.
package web
