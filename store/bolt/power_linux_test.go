package bolt_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/bolt/internal/power"
	"github.com/legwork-go/legwork/store/storetest"
	"github.com/legwork-go/legwork/trip"
)

var (
	powerStates = flag.Int("power.states", 400, "how many power failures are tried")
	powerSeed   = flag.Uint64("power.seed", 1, "of the first program and its failures; each further one has the next")
)

// powerChild tells a child process of TestPower its folder and its seed.
const powerChild = "LEGWORK_BOLT_TEST_POWER"

// TestPower records every system call of a process that appends, commits, compacts, prunes, backs up, closes and opens
// again, and lets the power fail everywhere: whatever a disk can hold then opens, and has all that was acknowledged.
// Where the journal is damaged on top of that, it opens with all of it or not at all.
func TestPower(t *testing.T) {
	if place := os.Getenv(powerChild); place != "" {
		if err := powerProgram(place, *powerSeed); err != nil {
			t.Fatal(err)
		}
		return
	}
	var all powerTally
	for seed := *powerSeed; all.failures < *powerStates; seed++ {
		all.campaign(t, seed, min(powerCampaign, *powerStates-all.failures))
	}
	t.Logf("%d power failures, %d more while a store was opened after one; %d journals spoilt, %d of them refused",
		all.failures, all.again, all.spoilt, all.refused)
	if all.again < all.failures/20 || all.spoilt < all.failures/20 || all.refused < all.spoilt/20 {
		t.Error("too little of it was met")
	}
}

// powerCampaign is how many failures of one run of the program are tried.
const powerCampaign = 2500

// powerTally counts what was tried.
type powerTally struct{ failures, again, spoilt, refused int }

// campaign runs the program once and lets the power fail n times at least.
func (all *powerTally) campaign(t *testing.T, seed uint64, n int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	for state := range powerTrace(t, seed, powerStart{}).States(seed, n) {
		all.failures++
		if problem := afterFailure(t, state, nil); problem != "" {
			t.Fatalf("seed %d, after %q: %s", seed, last(state.Said), problem)
		}
		if state.Files["trips.db.journal"] == nil {
			continue
		}
		if random.IntN(40) == 0 {
			all.again += duringRecovery(t, seed, state)
		}
		if random.IntN(3) > 0 {
			continue
		}
		all.spoilt++
		spoilt, what := spoil(random, state)
		if problem := afterFailure(t, spoilt, &all.refused); problem != "" {
			t.Fatalf("seed %d, after %q, %s: %s", seed, last(state.Said), what, problem)
		}
	}
}

// duringRecovery lets the power fail again while a process opens what a failure left.
func duringRecovery(t *testing.T, seed uint64, state power.State) (tried int) {
	t.Helper()
	for next := range powerTrace(t, seed, powerStart{files: state.Files, mode: "open"}).States(seed, 20) {
		tried++
		next.Said = state.Said
		if problem := afterFailure(t, next, nil); problem != "" {
			t.Fatalf("seed %d, after %q, and again while it was opened: %s", seed, last(state.Said), problem)
		}
	}
	return tried
}

// TestPowerFindsMissingSyncs takes the sync of the journal away: the failures that TestPower tries find that.
func TestPowerFindsMissingSyncs(t *testing.T) {
	for state := range powerTrace(t, *powerSeed, powerStart{mode: "unsynced"}).States(*powerSeed, 1000) {
		if afterFailure(t, state, nil) != "" {
			return
		}
	}
	t.Error("nobody missed the syncs")
}

func last(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1]
}

// powerStart says how a child process begins.
type powerStart struct {
	files map[string][]byte
	mode  string // "open" only opens and closes, "unsynced" does not sync its journal
}

func powerTrace(t *testing.T, seed uint64, start powerStart) *power.Trace {
	t.Helper()
	folder, err := os.MkdirTemp(powerFolder(), "legwork-power-") //nolint:usetesting // in memory
	must(t, err)
	defer func() { _ = os.RemoveAll(folder) }()
	for name, content := range start.files {
		must(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	argv := []string{os.Args[0], "-test.run=^TestPower$", fmt.Sprint("-power.seed=", seed)}
	env := append(os.Environ(), powerChild+"="+filepath.Join(folder, "trips.db"), powerMode+"="+start.mode)
	trace, err := power.Record(folder, argv, env)
	if errors.Is(err, power.ErrForbidden) {
		t.Skip(err)
	}
	must(t, err)
	return trace
}

// powerMode tells the child how it begins.
const powerMode = "LEGWORK_BOLT_TEST_POWER_MODE"

const powerTrips = 4

// powerProgram uses a store at random. It says what it is about to append, and what was acknowledged.
func powerProgram(path string, seed uint64) error {
	switch os.Getenv(powerMode) {
	case "open":
		s, err := bolt.OpenStill(path, bolt.Options{})
		if err != nil {
			return err
		}
		return s.Close()
	case "unsynced":
		bolt.Unsynced()
	}
	ctx := context.Background()
	r := rand.New(rand.NewPCG(seed, 2))
	seqs := map[trip.ID]int64{}
	var s *bolt.Store
	var err error
	for step := 0; err == nil && step < 60; step++ {
		if s == nil {
			if s, err = bolt.OpenStill(path, bolt.Options{History: store.History{Every: 2}}); err != nil {
				return err
			}
			fmt.Println("opened")
		}
		switch n := r.IntN(30); {
		case n < 3:
			err = s.Checkpoint()
		case n == 3:
			if err = s.Close(); err == nil {
				_, err = bolt.Compact(ctx, path, bolt.Options{})
			}
			s = nil
		case n == 4:
			_, err = s.Prune(ctx, store.Retention{KeepTurns: 1})
		case n == 5:
			target := fmt.Sprintf("%s.backup%d", path, step)
			if _, err = bolt.Backup(ctx, path, target, bolt.BackupOptions{}); err == nil {
				fmt.Println("backup", filepath.Base(target))
			}
		case n < 8:
			err = s.Close()
			s = nil
		case n == 8: // more than the journal was grown by
			err = powerAppend(ctx, r, s, seqs, 300<<10)
		default:
			err = powerAppend(ctx, r, s, seqs, 9<<10)
		}
	}
	if s != nil {
		err = errors.Join(err, s.Close())
	}
	return err
}

// powerAppend appends to one of a few trips.
func powerAppend(ctx context.Context, r *rand.Rand, s *bolt.Store, seqs map[trip.ID]int64, limit int) error {
	id := trip.ID(fmt.Sprintf("t%d", r.IntN(powerTrips)))
	c := storetest.Commit(id, seqs[id], 1+r.IntN(3))
	c.TurnEnded = r.IntN(3) > 0
	if !c.TurnEnded {
		c.Outstanding = []store.Outstanding{{CallID: "c", Name: "n", Arguments: trip.Raw(noise(r, r.IntN(limit)))}}
		c.Snapshot = storetest.Snapshot(id, seqs[id]+int64(len(c.Events)), "c")
	}
	if r.IntN(4) == 0 {
		c.Snapshot = nil
	}
	seqs[id] += int64(len(c.Events))
	fmt.Println("append", id, seqs[id])
	if err := s.Append(ctx, c); err != nil {
		return err
	}
	fmt.Println("ack", id, seqs[id])
	return nil
}

// noise makes a text that cannot be packed.
func noise(r *rand.Rand, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = byte('a' + r.IntN(26))
	}
	return string(text)
}

// afterFailure puts files where a store opens them, and says what is wrong with what it finds. Where refused is nil
// it must open, else it counts those that do not.
func afterFailure(t *testing.T, state power.State, refused *int) string {
	t.Helper()
	folder, err := os.MkdirTemp(powerFolder(), "legwork-power-") //nolint:usetesting // in memory
	must(t, err)
	defer func() { _ = os.RemoveAll(folder) }()
	for name, content := range state.Files {
		must(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	path := filepath.Join(folder, "trips.db")
	if state.Files["trips.db"] == nil {
		if slices.Contains(state.Said, "opened") {
			return "there is no store"
		}
		return ""
	}
	h := heard(state.Said)
	if problem := backupsOpen(folder, state, h); problem != "" {
		return problem
	}
	before := content(t, folder)
	for _, o := range []bolt.Options{{ReadOnly: true}, {}} {
		s, err := bolt.Open(path, o)
		if err != nil && refused != nil {
			*refused++
			return ""
		}
		if err != nil {
			return err.Error()
		}
		problem := h.check(s)
		if problem == "" && !o.ReadOnly {
			problem = goesOn(s)
		}
		if err := s.Close(); err != nil && problem == "" {
			problem = err.Error()
		}
		if problem == "" && o.ReadOnly && !reflect.DeepEqual(before, content(t, folder)) {
			problem = "a reader changed a file"
		}
		if problem != "" {
			return problem
		}
	}
	entries, err := os.ReadDir(folder)
	must(t, err)
	for _, e := range entries {
		if name := e.Name(); name != "trips.db" && !strings.HasPrefix(name, "trips.db.backup") {
			return name + " was left behind"
		}
	}
	return ""
}

// powerFolder is where files are put: in memory where that can be had, because nothing is to be kept.
func powerFolder() string {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return ""
}

// content returns what the files of a folder hold.
func content(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	must(t, err)
	all := map[string]string{}
	for _, e := range entries {
		all[e.Name()] = string(read(t, filepath.Join(folder, e.Name())))
	}
	return all
}

// promise is what a process said before the power failed.
type promise struct {
	begun, kept map[trip.ID]int64
	backups     map[string]map[trip.ID]int64 // what was acknowledged before each was ready
}

func heard(said []string) promise {
	p := promise{map[trip.ID]int64{}, map[trip.ID]int64{}, map[string]map[trip.ID]int64{}}
	for _, line := range said {
		var id trip.ID
		var seq int64
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "append":
			_, _ = fmt.Sscan(rest, &id, &seq)
			p.begun[id] = seq
		case "ack":
			_, _ = fmt.Sscan(rest, &id, &seq)
			p.kept[id] = seq
		case "backup":
			p.backups[rest] = maps.Clone(p.kept)
		}
	}
	return p
}

// check says what a store lacks of what was promised, or has beyond it.
func (p promise) check(s *bolt.Store) string {
	for n := range powerTrips {
		id := trip.ID(fmt.Sprintf("t%d", n))
		got, err := s.Load(context.Background(), id)
		if errors.Is(err, store.ErrNotFound) {
			err = nil
		}
		if err != nil || got.Seq < p.kept[id] || got.Seq > p.begun[id] {
			return fmt.Sprintf("%s is at %d, error %v: %d was acknowledged, %d was asked for", id, got.Seq, err, p.kept[id], p.begun[id])
		}
		seq := int64(0)
		for record, err := range s.Log(context.Background(), id, 1) {
			if errors.Is(err, store.ErrNotFound) {
				break
			}
			if seq++; err != nil || string(record.Event) != string(storetest.Event(id, seq)) {
				return fmt.Sprintf("%s: event %d is %q, error %v", id, seq, record.Event, err)
			}
		}
		if seq != got.Seq {
			return fmt.Sprintf("%s: the log ends at %d of %d", id, seq, got.Seq)
		}
	}
	report, err := s.Check(context.Background(), store.CheckOptions{})
	if err != nil || len(report.Findings) > 0 {
		return fmt.Sprintf("check: %v, error %v", report.Findings, err)
	}
	return ""
}

// goesOn says why a store cannot be used.
func goesOn(s *bolt.Store) string {
	for seq := range int64(2) {
		if err := s.Append(context.Background(), storetest.Commit("later", seq, 1)); err != nil {
			return err.Error()
		}
	}
	return ""
}

// backupsOpen says which backup is not what it was said to be, or is not whole.
func backupsOpen(folder string, state power.State, p promise) string {
	for name, kept := range p.backups {
		if state.Files[name] == nil {
			return name + " is not there"
		}
		p.backups[name] = kept
	}
	for name := range state.Files {
		if !strings.HasPrefix(name, "trips.db.backup") || strings.Contains(name, ".new-") {
			continue
		}
		s, err := bolt.Open(filepath.Join(folder, name), bolt.Options{ReadOnly: true})
		if err != nil {
			return err.Error()
		}
		problem := promise{begun: p.begun, kept: p.backups[name]}.check(s)
		if err := s.Close(); err != nil {
			return err.Error()
		}
		if problem != "" {
			return name + ": " + problem
		}
	}
	return ""
}

// spoil does something to the journal that a disk or a person does.
func spoil(r *rand.Rand, state power.State) (spoilt power.State, what string) {
	const name = "trips.db.journal"
	spoilt = power.State{Files: map[string][]byte{}, Said: state.Said}
	maps.Copy(spoilt.Files, state.Files)
	journal := slices.Clone(state.Files[name])
	switch n := r.IntN(5); {
	case n == 0 || len(journal) == 0:
		delete(spoilt.Files, name)
		return spoilt, "the journal gone"
	case n == 1:
		size := r.IntN(len(journal))
		spoilt.Files[name] = journal[:size]
		return spoilt, fmt.Sprintf("the journal cut to %d of %d", size, len(journal))
	default:
		at := r.IntN(min(len(journal), 40*512))
		journal[at] ^= 1 << r.IntN(8)
		spoilt.Files[name] = journal
		return spoilt, fmt.Sprintf("a bit flipped in byte %d", at)
	}
}
