// Package postgres keeps trips in a PostgreSQL database that several processes share.
//
// # Basics
//
//	s, err := postgres.Open(ctx, "postgres://legwork@db.example/trips", postgres.Options{Name: hostname})
//	err = s.Append(ctx, store.Commit{Trip: "t1", Header: h, Events: events, Snapshot: intent})
//	t, err := s.Load(ctx, "t1")
//
// A commit takes two round trips. The first one locks the trip's row and reads what the commit builds on; the second
// one writes and commits. Commits of different trips that wait at the same time share a transaction: its round trips,
// its statements and its wait for the disk. It is durable when Append returns, as far as the server is (fsync,
// synchronous replicas); synchronous_commit is never off.
//
// # Owners
//
// Each opening of the store takes a lease under its name, with a token that is never given again, and renews it. A
// trip with something pending carries the token of who works on it. Append compares it, under the row's lock: whoever
// has lost the lease commits nothing to such a trip any more. A lease that has expired is not renewed but taken anew,
// under another token, so that what was owned by the old one is lost for good, whether or not somebody else has it by
// then. [Store.Own] takes a trip over whose owner's lease has ended. All times are the server's.
//
// # Inboxes
//
// A process leaves in a table what is asked of a trip on which another one works ([store.Inbox]), and so does [Accept]
// in a transaction of the embedding program's. Whoever has the trip takes it out in the commit that accepts it.
// Processes tell each other of commits and requests by NOTIFY, after the commit and in a transaction of its own: the
// server lets those that notify commit one after the other. Whoever listens looks every second for what it was not
// told, and at the moment when the next lease would end.
//
// # Damage
//
// The hash chain is checked by all that reads the log: an event that was changed, removed or exchanged is
// store.ErrDamaged with its trip and seq. The server knows of damaged pages when its data folder was made with
// checksums (initdb --data-checksums).
//
// # Caveats
//
//   - A process that stands still for longer than its lease, between a commit and the calls of it, may make them while
//     another one looks them up: as after a crash, the idempotency key keeps it from being done twice.
//   - A pooler between must keep sessions: search_path is set when a connection is made. Open refuses one that does
//     not.
//   - Backups are pg_dump's and the server's own (continuous archiving): either has one moment of all trips.
//   - A store that is open renews its lease in the background. It holds at most Options.MaxConns connections and three.
package postgres
