package trip_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gowebpki/jcs"
	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/trip"
)

// checkCanonical holds bytes that a type wrote equal to encoding/json and the JCS library on
// the same data.
func checkCanonical(t *rapid.T, out []byte) {
	t.Helper()
	var data any
	d := json.NewDecoder(strings.NewReader(string(out)))
	d.UseNumber()
	if err := d.Decode(&data); err != nil {
		t.Fatalf("encoding/json: %v on %s", err, out)
	}
	plain, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	want, err := jcs.Transform(plain)
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != string(want) {
		t.Fatalf("not canonical:\n got %s\nwant %s", out, want)
	}
}

// disorder writes JSON again with members in any order, white space and needless escapes.
func disorder(t *rapid.T, text []byte) string {
	var data any
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	if err := d.Decode(&data); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "disorder"), 1))
	var b strings.Builder
	writeAnyhow(r, &b, data)
	return b.String()
}

func writeAnyhow(r *rand.Rand, b *strings.Builder, data any) {
	space := func() { b.WriteString([]string{"", "", " ", "\n\t"}[r.IntN(4)]) }
	space()
	switch data := data.(type) {
	case map[string]any:
		names := make([]string, 0, len(data))
		for name := range data {
			names = append(names, name)
		}
		sort.Strings(names)
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		b.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				b.WriteByte(',')
			}
			writeAnyhow(r, b, name)
			b.WriteByte(':')
			writeAnyhow(r, b, data[name])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range data {
			if i > 0 {
				b.WriteByte(',')
			}
			writeAnyhow(r, b, e)
		}
		b.WriteByte(']')
	case string:
		out, _ := json.Marshal(data)
		if r.IntN(3) == 0 && !strings.Contains(string(out), `\`) {
			out = []byte(strings.ReplaceAll(string(out), "a", `\u0061`))
		}
		b.Write(out)
	default:
		out, _ := json.Marshal(data)
		b.Write(out)
	}
	space()
}

func TestIntentRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawIntent(t)
		out := in.AppendJSON(nil)
		checkCanonical(t, out)
		for _, doc := range []string{string(out), disorder(t, out)} {
			got, warnings, err := trip.DecodeIntent(doc)
			if err != nil || len(warnings) > 0 {
				t.Fatalf("DecodeIntent: %v, %v\n%s", err, warnings, doc)
			}
			if !reflect.DeepEqual(got, in) {
				t.Fatalf("read back with a difference (-want +got):\n%s", cmp.Diff(in, got))
			}
		}
	})
}

func TestEventRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ev := drawEvent(t)
		out := ev.AppendJSON(nil)
		checkCanonical(t, out)
		got, err := trip.DecodeEvent(string(out))
		if err != nil || !cmp.Equal(got, ev) {
			t.Fatalf("read back as %+v, %v\nwant %+v\n%s", got, err, ev, out)
		}
		mess := disorder(t, out)
		got, err = trip.DecodeEvent(mess)
		if err != nil || string(got.AppendJSON(nil)) != string(out) {
			t.Fatalf("read back as %s, %v\nwant %s\nfrom %s", got.AppendJSON(nil), err, out, mess)
		}
	})
}

func TestDecisionRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw[trip.Decision](t)
		out := d.AppendJSON(nil)
		checkCanonical(t, out)
		for _, doc := range []string{string(out), disorder(t, out)} {
			got, err := trip.DecodeDecision(doc)
			if err != nil || !reflect.DeepEqual(got, d) {
				t.Fatalf("read back as %+v, %v\nwant %+v\n%s", got, err, d, doc)
			}
		}
	})
}

func TestHeaderRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := trip.Header{
			Recording: trip.RecordingVersion, TripID: draw[trip.ID](t), Engine: drawText(t, "engine"), Policy: trip.DefaultPolicy(),
			PolicyDigest: draw[trip.Digest](t), CatalogDigest: draw[trip.Digest](t), Intent: trip.NewIntent(), Extra: drawMembers(t),
		}
		if h.HasPolicy = rapid.Bool().Draw(t, "policy"); h.HasPolicy {
			h.Policy = draw[trip.Policy](t)
		}
		if h.HasIntent = rapid.Bool().Draw(t, "intent"); h.HasIntent {
			h.Intent = drawIntent(t)
		}
		out := h.AppendJSON(nil)
		checkCanonical(t, out)
		for _, line := range []string{string(out), disorder(t, out)} {
			got, warnings, err := trip.DecodeHeader(line)
			if err != nil || len(warnings) > 0 || !reflect.DeepEqual(got, h) || !trip.IsHeader(line) {
				t.Fatalf("read back as %+v, %v, %v\nwant %+v\n%s", got, warnings, err, h, line)
			}
		}
	})
}

// Arguments of every tool are canonical, whatever they hold.
func TestArgumentsAreCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawIntent(t)
		for _, a := range []trip.Arguments{
			trip.ExtractArguments{UserMessage: drawText(t, "message"), Now: draw[trip.Instant](t), Current: &in},
			trip.ExtractArguments{},
			trip.RawArguments(""), draw[trip.FollowupArguments](t), draw[trip.FlightSearchArguments](t),
			draw[trip.HotelSearchArguments](t), draw[trip.RankArguments](t), draw[trip.RiskArguments](t), draw[trip.HoldArguments](t),
			draw[trip.ReleaseArguments](t), draw[trip.PurchaseArguments](t), draw[trip.AssistArguments](t),
		} {
			checkCanonical(t, trip.AppendArguments(nil, a))
		}
	})
}

func TestMarshalers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type all struct {
			Intent   trip.Intent
			Event    trip.Event
			Decision trip.Decision
			Policy   trip.Policy
			Money    trip.Money
			Date     trip.Date
			Instant  trip.Instant
		}
		in := all{
			drawIntent(t), drawEvent(t), draw[trip.Decision](t), draw[trip.Policy](t),
			drawMoney(t), draw[trip.Date](t), draw[trip.Instant](t),
		}
		doc, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var out all
		if err := json.Unmarshal(doc, &out); err != nil {
			t.Fatalf("%v on %s", err, doc)
		}
		again, err := json.Marshal(out)
		if err != nil || string(again) != string(doc) {
			t.Fatalf("read back as\n%s, %v\nwant\n%s", again, err, doc)
		}
	})
}
