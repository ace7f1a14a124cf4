package runner_test

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// imports puts a recording into the store of a runner.
func imports(t *testing.T, r *runner.Runner, text string) runner.Imported {
	t.Helper()
	return importsWith(t, r, text, runner.ImportOptions{})
}

// goesOn puts a recording into the store of a runner, which goes on with its trip.
func goesOn(t *testing.T, r *runner.Runner, text string) runner.Imported {
	t.Helper()
	return importsWith(t, r, text, runner.ImportOptions{GoOn: true})
}

func importsWith(t *testing.T, r *runner.Runner, text string, o runner.ImportOptions) runner.Imported {
	t.Helper()
	done, err := r.Import(t.Context(), strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// TestAnImportedTripIsGoneOnWith moves a trip to another store and back, with what was added meanwhile.
func TestAnImportedTripIsGoneOnWith(t *testing.T) {
	w := newWorld()
	from, to := start(t, w, newStore()), start(t, w, newStore())
	book(t, from, "t1")
	text := recording(t, from, "t1")
	events := int64(strings.Count(text, "\n")) - 1
	if got := imports(t, to, text); got != (runner.Imported{Trip: "t1", Events: events}) {
		t.Errorf("imported %+v, want %d events", got, events)
	}
	if recording(t, to, "t1") != text {
		t.Error("the recording is another one")
	}
	send(t, to, "t1", approval())
	longer := recording(t, to, "t1")
	send(t, to, "t1", say("thanks")) // it rests in memory
	if got := imports(t, from, longer); got.Events != int64(strings.Count(longer, "\n"))-1-events {
		t.Errorf("%d events were added", got.Events)
	}
	if got := imports(t, from, longer); got.Events != 0 {
		t.Errorf("%d events were added once more", got.Events)
	}
	if in := state(t, from, "t1"); in.Status.Node != trip.Booked {
		t.Errorf("status %s", in.Status.Node)
	}
	send(t, from, "t1", say("and now?"))
	replayed(t, recording(t, from, "t1"))
}

// TestAnEventThatWasImportedIsKnown: it is not handled again when its sender sends it here too, also where another trip
// of that name was remembered, which the store has forgotten.
func TestAnEventThatWasImportedIsKnown(t *testing.T) {
	w, s := newWorld(), mem.New(mem.Options{})
	w.on(trip.ToolExtract, answers(nothingExtracted))
	here, there := start(t, w, s), start(t, w, newStore())
	send(t, here, "t1", named("e1", "hm"))
	if err := s.Delete(t.Context(), "t1"); err != nil { // without the runner's knowledge, as Prune does it
		t.Fatal(err)
	}
	send(t, there, "t1", named("e2", "hm, hm"))
	imports(t, here, recording(t, there, "t1"))
	if list := send(t, here, "t1", named("e2", "hm, hm")); !list[0].Replayed {
		t.Errorf("it was handled again as seq %d", list[0].Seq)
	}
}

// TestAnImportNamesItsEvents: events without an id are given those that the runner would have given them, and those
// without digests get the digests that they fold to.
func TestAnImportNamesItsEvents(t *testing.T) {
	from, to := start(t, newWorld(), newStore()), start(t, newWorld(), newStore())
	send(t, from, "t1", say("LIS to FCO"))
	text := recording(t, from, "t1")
	id := regexp.MustCompile(`"id":"[0-9a-f-]{36}",`)
	if ids, lines := len(id.FindAllString(text, -1)), strings.Count(text, "\n"); ids != lines-1 {
		t.Fatalf("%d lines have %d ids", lines, ids)
	}
	digests := regexp.MustCompile(`"(?:decision|state)":"sha256:[0-9a-f]{64}",`)
	imports(t, to, digests.ReplaceAllString(id.ReplaceAllString(text, ""), ""))
	if got := recording(t, to, "t1"); got != text {
		t.Errorf("got %s\nwant %s", got, text)
	}
}

// TestAnImportCompletesTheHeader of a recording that says neither what it is nor whose.
func TestAnImportCompletesTheHeader(t *testing.T) {
	from, to := start(t, newWorld(), newStore()), start(t, newWorld(), newStore())
	send(t, from, "t1", say("LIS to FCO"))
	text := recording(t, from, "t1")
	header, events, _ := strings.Cut(text, "\n")
	bare := strings.Replace(header, `,"trip_id":"t1"`, "", 1)
	if bare == header {
		t.Fatalf("the header is %s", header)
	}
	imports(t, to, bare+"\n"+events)
	if got := recording(t, to, "t1"); got != text {
		t.Errorf("got %s\nwant %s", got, text)
	}
}

// TestAnImportIsWatched tells who watches the trip what came to it.
func TestAnImportIsWatched(t *testing.T) {
	w := newWorld()
	from, to := start(t, w, newStore()), start(t, w, newStore())
	send(t, from, "t1", say("LIS to FCO"))
	first := recording(t, from, "t1")
	send(t, from, "t1", say("in business"))
	imports(t, to, first)
	turns := 0
	for u, err := range to.Watch(t.Context(), "t1", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Kind != runner.TurnEnded {
			continue
		}
		if turns++; turns == 2 {
			break
		}
		imports(t, to, recording(t, from, "t1"))
	}
}

// TestCallsOfAnImportedTripArePerformed imports a trip in the middle of a turn.
func TestCallsOfAnImportedTripArePerformed(t *testing.T) {
	w, s := newWorld(), newStore()
	crashDuring(t, w, s, trip.ToolPurchase, func(req tools.Request) { w.buy(req.Key, bought) })
	to := start(t, w, newStore())
	goesOn(t, to, recording(t, start(t, w, s), "t1"))
	if report, err := to.Recover(t.Context()); err != nil || report != (runner.RecoverReport{Trips: 1}) {
		t.Fatalf("%+v, %v", report, err)
	}
	if in := state(t, to, "t1"); in.Status.Node != trip.Booked || len(w.requests(trip.ToolPurchase)) != 1 {
		t.Errorf("status %s, %d purchases", in.Status.Node, len(w.requests(trip.ToolPurchase)))
	}
}

// A recording that ends anywhere in a turn is imported, and taken up: no write runs and none is looked up, also where
// books are never behind or a call is repeated, until somebody says that the trip goes on here.
func TestAnImportedRecordingWritesNothing(t *testing.T) {
	from := start(t, newWorld(), newStore())
	book(t, from, "t1")
	send(t, from, "t1", approval())
	lines := strings.SplitAfter(recording(t, from, "t1"), "\n")
	for name, how := range map[string]func(*runner.Config){
		"looked up": func(*runner.Config) {}, "never behind": current, "repeated": func(c *runner.Config) { repeated(t, c) },
	} {
		for n := 2; n < len(lines); n++ {
			t.Run(fmt.Sprint(name, " ", n), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { importsAndWaits(t, strings.Join(lines[:n], ""), how) })
			})
		}
	}
}

// importsAndWaits imports a recording, lets time pass, and then says that the trip goes on.
func importsAndWaits(t *testing.T, text string, how func(*runner.Config)) {
	t.Helper()
	w := newWorld()
	to := start(t, w, newStore(), how)
	done := imports(t, to, text)
	if want := int64(strings.Count(text, "\n")) - 1; done.Events != want {
		t.Errorf("%d events were added, want the recording's %d", done.Events, want)
	}
	if _, err := to.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	send(t, to, "t1", say("and now?"))
	pass(time.Hour)
	in := state(t, to, "t1")
	wrote := w.calls(trip.ToolHold) + w.calls(trip.ToolPurchase) + w.calls(trip.ToolRelease)
	if wrote+w.lookups() > 0 || len(in.Turn.Unknown) != done.InDoubt {
		t.Fatalf("%d writes, %d lookups; %d in doubt, were %d", wrote, w.lookups(), len(in.Turn.Unknown), done.InDoubt)
	}
	if done.InDoubt == 0 {
		return
	}
	w.on(trip.ToolPurchase, answers(bought))
	if got := goesOn(t, to, text); got.Events != 0 {
		t.Fatalf("%d events were imported again", got.Events)
	}
	pass(time.Hour)
	if in := state(t, to, "t1"); len(in.Turn.Unknown) != 0 {
		t.Errorf("%d in doubt after somebody has said that it goes on", len(in.Turn.Unknown))
	}
}

func TestImportRefuses(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	send(t, r, "t1", say("LIS to FCO"))
	text := recording(t, r, "t1")
	header, rest, _ := strings.Cut(text, "\n")
	another := newWorld()
	another.on(trip.ToolExtract, answers(nothingExtracted))
	other := start(t, another, newStore())
	send(t, other, "t1", say("something else"))
	if err := r.Create(t.Context(), "empty", trip.NewIntent()); err != nil {
		t.Fatal(err)
	}
	begun := start(t, newWorld(), newStore())
	send(t, begun, "empty", say("LIS to FCO"))
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"nothing":                {"", replay.ErrInput},
		"a header alone":         {header + "\n", replay.ErrInput},
		"no trip":                {`{"type":"USER_MESSAGE","data":{"text":"hello"}}`, replay.ErrInput},
		"the end of a recording": {header + "\n" + rest[strings.Index(rest, "\n")+1:], replay.ErrInput},
		"no recording":           {"hello", replay.ErrInput},
		"another digest": {text[:strings.LastIndex(text, `"state":"`)] + otherDigest +
			text[strings.LastIndex(text, `"state":"`)+len(otherDigest):], replay.ErrDifference},
		"a trip with another log":                    {recording(t, other, "t1"), store.ErrConflict},
		"a trip without events that began otherwise": {recording(t, begun, "empty"), store.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Import(t.Context(), strings.NewReader(c.text), runner.ImportOptions{})
			if !errors.Is(err, c.want) || !errors.Is(c.want, store.ErrConflict) && !strings.HasPrefix(err.Error(), "replay: recording") {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if recording(t, r, "t1") != text {
				t.Error("the trip was changed")
			}
		})
	}
	send(t, r, "t1", say("and now?"))
}

// TestImportWaitsForNobody refuses a trip whose turn runs.
func TestImportWaitsForNobody(t *testing.T) {
	w := newWorld()
	from := start(t, w, newStore())
	send(t, from, "t1", say("LIS to FCO"))
	text := recording(t, from, "t1")
	to := start(t, newWorld(), newStore())
	open := make(chan struct{})
	running := newWorld()
	busy := start(t, running, newStore(), func(c *runner.Config) { c.Tools[trip.ToolRank] = gated(open) })
	for u, err := range busy.Handle(t.Context(), "t1", say("LIS to FCO")) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Kind == runner.CallStarted && u.Call.Name == trip.ToolRank {
			if _, err := busy.Import(t.Context(), strings.NewReader(text), runner.ImportOptions{}); !errors.Is(err, runner.ErrBusy) {
				t.Errorf("while the turn runs: %v", err)
			}
			close(open)
		}
	}
	broken := io.MultiReader(strings.NewReader(text[:len(text)/2]), failing{})
	if _, err := to.Import(t.Context(), broken, runner.ImportOptions{}); !errors.Is(err, errDead) {
		t.Errorf("a reader that fails: %v", err)
	}
	if got := imports(t, to, text); got.Trip != "t1" {
		t.Errorf("again: %+v", got)
	}
}

// failing is a reader that fails.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errDead }

// TestAnImportAsksNobody: a trip waits for the next look into the supplier's books. With what is imported on top of it
// that wait ends: its calls in doubt are looked up when somebody asks for it.
func TestAnImportAsksNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, elsewhere := newWorld(), newWorld()
		for _, w := range []*world{w, elsewhere} {
			w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
			w.down = true
		}
		here, there := start(t, w, newStore()), start(t, elsewhere, newStore())
		book(t, here, "t1")
		send(t, here, "t1", approval())
		goesOn(t, there, recording(t, here, "t1"))
		send(t, there, "t1", say("and now?"))
		goesOn(t, here, recording(t, there, "t1"))
		before := w.lookups()
		time.Sleep(24 * time.Hour)
		if n := w.lookups() - before; n != 0 {
			t.Errorf("the books were asked %d times though nobody asked for the trip", n)
		}
		if err := here.Resume(t.Context(), "t1"); err != nil || w.lookups() == before {
			t.Errorf("somebody asks: %v, %d lookups", err, w.lookups()-before)
		}
		goesOn(t, here, recording(t, here, "t1")) // which adds nothing
		before = w.lookups()
		if time.Sleep(time.Hour); w.lookups() == before {
			t.Error("an import that added nothing has ended the lookups")
		}
	})
}

// TestAnImportElsewhere: what an import left in doubt is with the process that imported it. Whichever process is told that
// the trip goes on here, or is asked for it, has that one look it up; and what is there already is no conflict.
func TestAnImportElsewhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
		w.down = true
		from := start(t, w, newStore())
		inDoubt(t, w, from)
		text := recording(t, from, "t1")
		there, both := newWorld(), share(2)
		there.down = true
		works, asked := start(t, there, both[0]), start(t, newWorld(), both[1])
		imports(t, works, text)
		if got := imports(t, asked, text); got.Events != 0 {
			t.Errorf("once more: %+v", got)
		}
		if err := asked.Resume(t.Context(), "t1"); err != nil || there.lookups() != 0 {
			t.Errorf("nobody said that it goes on here: %v, %d lookups", err, there.lookups())
		}
		goesOn(t, asked, text)
		time.Sleep(time.Hour)
		if there.lookups() == 0 {
			t.Error("it goes on here, and nobody looks it up")
		}
		isUnknown(t, asked)
		goesOn(t, asked, text) // which adds nothing
		further := start(t, newWorld(), newStore())
		imports(t, further, recording(t, asked, "t1"))
		_, err := asked.Import(t.Context(), strings.NewReader(recording(t, further, "t1")), runner.ImportOptions{})
		if !errors.Is(err, runner.ErrBusy) {
			t.Errorf("what goes on with a trip of another process: %v", err)
		}
		time.Sleep(100 * time.Hour)
		there.buy(w.requests(trip.ToolPurchase)[0].Key, bought)
		there.down = false
		if err := asked.Resume(t.Context(), "t1"); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if in := state(t, asked, "t1"); in.Status.Node != trip.Booked {
			t.Errorf("somebody asks, and it is in %s", in.Status.Node)
		}
	})
}
