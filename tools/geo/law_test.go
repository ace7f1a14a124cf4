package geo

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkLaw holds an answer against the table: what is found is called by exactly the name, or,
// where the answer says so, by one that is a single letter off.
func checkLaw(t *testing.T, name string, a Answer) {
	t.Helper()
	head, _ := split(name)
	keys := []string{nameKey(head)}
	if a.Assumption == Misspelt || a.Verdict != Unknown && len(called(keys[0])) == 0 {
		keys = Slips(keys[0])
	}
	var ids []string
	for _, key := range keys {
		for _, c := range called(key) {
			ids = append(ids, c.place.id)
			ids = append(ids, c.place.Airports...)
			for _, code := range c.place.Airports {
				airport, _ := AirportByCode(code)
				ids = append(ids, airport.place)
			}
		}
	}
	places := slices.Clone(a.Choices)
	if a.Verdict == One || a.Verdict == Wide {
		places = append(places, a.Named)
	}
	if a.Verdict == One {
		places = append(places, a.Place)
	}
	for _, p := range places {
		if !slices.Contains(ids, p.id) {
			t.Errorf("Find(%q) has %s, which is not called so", name, p.Label())
		}
	}
	if len(a.Choices) > MaxChoices || a.Verdict == Several && len(a.Choices) < 2 || a.Verdict == Unknown && len(places) > 0 {
		t.Errorf("Find(%q) is %q with %d choices", name, a.Verdict, len(a.Choices))
	}
}

// drawName draws a key of the table, or what becomes of one by a slip, a cut or something behind it.
func drawName(r *rand.Rand) string {
	page := nameTable().page(r.IntN(len(nameTable().pages)))
	key := keyOf(page[strings.LastIndexByte(page[:r.IntN(len(page))], '\n')+1:])
	switch i := r.IntN(len(key) + 1); r.IntN(5) {
	case 0:
		key = key[:i] + "x" + key[i:]
	case 1:
		key = key[:i]
	case 2:
		key += ", " + []string{"US", "Maine", "France", "please", ""}[r.IntN(5)]
	}
	return key
}

func TestLaws(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		name := drawName(r)
		h := Hints{OtherEnd: []string{"", "US", "DE", "IN"}[r.IntN(4)], Home: []string{"", "GB"}[r.IntN(2)], Stay: r.IntN(3) == 0}
		a := Find(name, h)
		checkLaw(t, name, a)
		if again := Find(strings.ToUpper(name), h); utf8.ValidString(name) && again.Verdict != a.Verdict && !strings.Contains(name, ",") {
			t.Errorf("Find(%q) is %q, in capitals %q", name, a.Verdict, again.Verdict)
		}
		if h.Stay || a.Verdict != One {
			continue
		}
		if airport, ok := AirportByCode(a.Place.Code); ok && airport.Weight == 0 {
			t.Errorf("Find(%q) flies to %s, which has no flights", name, airport.Code)
		}
	}
}

// TestLocation reads the text by which a place to sleep is searched as that place again.
func TestLocation(t *testing.T) {
	t.Parallel()
	wrong, n := 0, 0
	for i, line := range strings.Split(strings.TrimSuffix(placeTable().all(), "\n"), "\n") {
		p := parsePlace(line)
		if p.isArea() || i%101 != 0 {
			continue
		}
		n++
		if got, ok := ResolveCity(p.Location()); (!ok || !got.Same(p)) && p.Location() != p.Code {
			t.Errorf("%s is searched as %q, which is %s", p.Label(), p.Location(), got.Label())
		} else if !got.Same(p) {
			wrong++ // another city of that name stands in the same state, or has the same airport
		}
	}
	if wrong*20 > n {
		t.Errorf("%d of %d places have no text that means them alone", wrong, n)
	}
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{"Lisbon", "Barcelna", "San Juan, Puerto Rico", "東京", "the Hague airport", "Portland ME", ",", " \x00", "st", "ǅ, ſ"} {
		f.Add(seed, "US", false)
	}
	f.Fuzz(func(t *testing.T, name, country string, stay bool) {
		a := Find(name, Hints{OtherEnd: country, Beside: "", Stay: stay})
		checkLaw(t, name, a)
		for _, p := range append(a.Choices, a.Place, a.Named) {
			_ = p.Label()
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, seed := range []string{"from Lisbon to St. Louis, MO", "東京から大阪まで", "LHR-JFK", "D.C.", "O'Hare's", "a\u0301", "กรุงเทพ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range Scan(text) {
			if m.From < end || m.To <= m.From || m.To > len(text) || !strings.HasPrefix(text[m.From:], m.Name) {
				t.Fatalf("%q: a mention of %q at %d-%d after %d", text, m.Name, m.From, m.To, end)
			}
			end = m.To
			if !m.Code {
				if m.Strange {
					continue
				}
				if _, ok := Lookup(m.Name); !ok {
					t.Fatalf("%q: %q is no name", text, m.Name)
				}
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for _, name := range []string{"lisbon", "San José, Costa Rica", "Barcelna", "Xyvandor"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Find(name, Hints{OtherEnd: "US"})
			}
		})
	}
}

func BenchmarkScan(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Scan("2 adults flying from Chicago to Frankfurt am Main on May 4, back May 11, no hotel please")
	}
}
