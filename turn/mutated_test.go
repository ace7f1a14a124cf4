package turn_test

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// TestMutatedSnapshots damages the state of random trips and goes on from it as from the snapshot
// of a header: it is refused or folded, never a panic.
func TestMutatedSnapshots(t *testing.T) { rapid.Check(t, foldMutated) }

// FuzzMutated lets the fuzzer choose the damage.
func FuzzMutated(f *testing.F) { f.Fuzz(rapid.MakeFuzz(foldMutated)) }

func foldMutated(t *rapid.T) {
	cfg, in := start(t)
	for range rapid.IntRange(0, 25).Draw(t, "events before") {
		next, _, err := turn.Step(cfg, in, event(t, &in))
		if err != nil {
			t.Fatal(err)
		}
		in = next
	}
	in, ok := damaged(t, cfg, in)
	for range rapid.IntRange(1, 10).Draw(t, "events after") {
		if !ok {
			return
		}
		next, _, err := turn.Step(cfg, in, event(t, &in))
		ok = err == nil
		in = next
	}
}

// damaged writes the state, changes a few of its values and reads it as a header's snapshot.
func damaged(t *rapid.T, cfg turn.Config, in trip.Intent) (trip.Intent, bool) {
	var doc map[string]any
	if err := json.Unmarshal(in.AppendJSON(nil), &doc); err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(1, 4).Draw(t, "damages") {
		damage(t, doc)
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","intent":` + string(text) + `}`)
	if err != nil {
		return in, false
	}
	out, err := turn.Resume(cfg, h)
	return out, err == nil
}

// damage changes one value somewhere below an object.
func damage(t *rapid.T, doc map[string]any) {
	for {
		keys := make([]string, 0, len(doc))
		for k := range doc {
			keys = append(keys, k)
		}
		if len(keys) == 0 {
			return
		}
		slices.Sort(keys)
		key := rapid.SampledFrom(keys).Draw(t, "key")
		switch v := doc[key].(type) {
		case map[string]any:
			doc = v
			continue
		case []any:
			doc[key] = damagedList(t, v)
		case string:
			doc[key] = rapid.SampledFrom([]string{"", "c", "f1", "b1", "held", "quoting_flights", "flight_quote_search", "2026-05-04"}).Draw(t, "text")
		case float64:
			doc[key] = rapid.SampledFrom([]int64{0, 1, 2, 31, 159, 1 << 40}).Draw(t, "number")
		case bool:
			doc[key] = !v
		default:
			delete(doc, key)
		}
		return
	}
}

func damagedList(t *rapid.T, list []any) []any {
	if len(list) == 0 {
		return list
	}
	i := rapid.IntRange(0, len(list)-1).Draw(t, "element")
	switch rapid.IntRange(0, 2).Draw(t, "damage") {
	case 0:
		return slices.Delete(list, i, i+1)
	case 1:
		return append(list, list[i])
	}
	if member, ok := list[i].(map[string]any); ok {
		damage(t, member)
	}
	return list
}
