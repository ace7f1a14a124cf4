// Package bolt keeps trips in one bbolt file.
//
// # Basics
//
//	s, err := bolt.Open("trips.db", bolt.Options{})
//	err = s.Append(ctx, store.Commit{Trip: "t1", Header: h, Events: events, Snapshot: intent})
//	t, err := s.Load(ctx, "t1")
//
// One goroutine commits. It takes all requests that wait at that moment, writes them as one record of the journal, a
// file beside the store, and answers each after the record is durable. So many trips share one sync, and a trip that is
// alone waits for no other. A conflict is found for each request before anything of it is written, and does not fail
// the others.
//
// # Journal
//
// What is in the journal but not yet in the file is held by one open write transaction of bbolt, where readers look
// first. It is committed, with bbolt's two syncs, when the journal is 2 MB long, when nobody has appended for 20 ms,
// and when the store is closed, which removes the journal. Open adds what a killed process left in the journal; a
// reader holds that in a transaction that is never committed, and writes nothing. The journal is created beside the
// file itself, whatever links and relative paths led to it.
//
// The bucket meta records whether a journal is in use, and which one. The first commit of an open store goes to the
// file and sets this; Close clears it. So a file without its journal, or beside another one, is not opened. The bucket
// also names the generation of the valid records. A commit of the file names the next generation: at the moment when
// the file has what the journal says, the journal is void, and it is written again from its start. A record is the
// appends of one batch, as they were packed, in whole blocks of 4,096 bytes. Each of its sectors of 512 bytes is
// sealed, and a chain ties it to the record before: a record that was torn by a power failure, which nobody was told
// of, is left out, and a damaged one is an error (see sector.go). A mark says how far records were acknowledged. It is
// written after each sync, so that it outlives a kill, and is durable with the next sync or at the next moment of rest:
// a journal that ends before it, because its tail reads as zeros, is an error too.
//
// Before each append, and each commit of the file, the store makes sure that its path still leads to the file that it
// opened. Where it does not, nothing is accepted any more.
//
// # Layout
//
// Numbers in keys are 8 bytes, big-endian, so that byte order is number order. Numbers in values
// are varints. Every value ends in a CRC-32C over its key and itself.
//
//	meta       "format" -> "legwork.store.v5"
//	           "journal" -> whether one is in use, its id, the generation of its records, and the
//	           chain of the last record before those
//	trips      trip id -> head: seq, turns, chain, where the newest record, the header and the
//	           newest snapshot stand, turn ends of the newest turns, and the outstanding calls
//	log        offset -> record: seq, distance to the record before, trip id, chain, event and the
//	           decision on it, compressed together. The header is the record of seq 0
//	snapshots  offset -> snapshot, compressed
//	history    len(id) id seq -> turn ends of 16 ended turns, the last one at seq: where their last
//	           records and their kept snapshots stand, and when they ended
//	calls      trip id -> nothing; only trips that have outstanding calls are here
//	queue      trip id -> queued user events; only trips that have some are here
//	graves     offset -> nothing: the newest record of a removed trip whose log is still to be swept
//
// log and snapshots are streams: an offset is the bucket's sequence number, so every insert goes to
// the last page whatever trip it is of, pages are filled to the brim (FillPercent 1), and a commit
// of 64 trips writes a dozen pages of them instead of 64. A long entry is cut into chunks of at
// most 512 bytes at consecutive offsets: bbolt never gives a page fewer than two keys, and leaves
// two keys' worth of a page empty when it splits one, which for 4 KB values is half of the file.
// Each record points to the one before it of the same trip; turn ends are entrances into that list.
//
// A commit of the file writes every page on which something changed. So what changes with each commit
// of a trip stands in its head, and turn ends go from there to the history 16 at a time.
//
// The buckets calls and queue are the index of pending trips: a store of a million trips is
// opened without looking at any of them.
//
// # Caveats
//
//   - One process at a time: the file is locked. Open waits Options.LockTimeout.
//   - A store that is open, or whose process was killed, is two files, and a copy of one is refused: use Backup. Where
//     the journal is lost for good, Backup with Salvage writes what is left.
//   - One reader at a time while a killed process has left a journal, until a writer has added it.
//   - Where the power fails, the newest record is not marked yet. Should the disk lose it though it said that it was
//     synced, it looks like one that was torn.
//   - The file never shrinks by itself; Compact rewrites one that nobody has open.
//   - A reader may see a commit in the moment between its write and its sync, before Append returns.
//   - If the medium fails exactly between those two, nobody can tell whether the commit will be
//     there after a crash: the store then refuses everything with store.ErrUncertain until it is
//     opened again. Any other failed commit changed nothing, and the store stays usable.
//   - On a full disk the journal may take what the file cannot. That is durable and can be read, but
//     whoever appends next is told store.ErrMedium, and Close leaves the journal where it is.
//   - bbolt trusts its pages. Panics and memory faults from a damaged page become store.ErrDamaged, but a page that is
//     its own ancestor would end the process, and writing to damaged pages spreads the damage. A damaged page that is
//     found only when the file is committed leaves what was appended in the journal, where it can be read. Open looks
//     at the first 2,048 pages from the root: a file whose pages are damaged can then only be opened for reading. Check
//     looks at all.
//   - No method keeps a read transaction while the caller's code runs. Check keeps one while it
//     goes through the pages: a writer that has to enlarge the memory map waits for that.
package bolt
