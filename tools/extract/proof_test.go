package extract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestEveryWordCounts puts a word that describes beside each kind of mention: the message says something else with it, or
// the word is told.
// Rule: 6.7.context
func TestEveryWordCounts(t *testing.T) {
	t.Parallel()
	messages := []string{
		"Oslo to Rome on 4 June, back 8 June, 2 adults, %s flights", "%s flights from Oslo to Rome on 4 June, 2 adults",
		"a %s flight with Lufthansa from Oslo to Rome on 4 June", "a %s hotel in Rome from 4 June to 8 June for two people",
		"Oslo to Rome on 4 June, business class in a %s seat", "two %s rooms in Rome from 4 June to 8 June",
		"Oslo to Rome on a %s day, 4 June, for my wife and me", "Oslo to %s places, Rome on 4 June, one way",
		"Oslo to Rome on 4 June by %s train", "Oslo to Rome on 4 June, under 900 euros, %s stops",
		"a hotel in a %s part of Rome from 4 June to 8 June, 4 stars", "Oslo to Rome on 4 June, a %s departure at 9 am",
		"with %s layovers via Munich, Oslo to Rome on 4 June",
	}
	describing := []string{
		"early", "late", "overnight", "short", "long", "noisy", "warm", "sunny", "quick", "silent", "reliable", "rural",
		"romantic", "shared", "private", "charming", "green", "refurbished", "flexible", "modern", "longer", "near",
		"direct", "posh", "beachfront", "expensive", "half", "middle", "usual",
	}
	silent := map[string]int{}
	for _, message := range messages {
		plain := read(strings.ReplaceAll(message, "%s ", ""), today, &known{Intent: trip.NewIntent()})
		for _, w := range describing {
			res := read(fmt.Sprintf(message, w), today, &known{Intent: trip.NewIntent()})
			isTold := slices.ContainsFunc(res.Unread, func(u string) bool { return strings.Contains(u, w) })
			if !isTold && bytes.Equal(res.effect(), plain.effect()) {
				silent[w]++
				t.Errorf("%q loses %q; tells %q", message, w, res.Unread)
			}
		}
	}
	if len(silent) > 0 {
		t.Log(silent)
	}
}

// TestLongMessagesAreReadOnce: of a message that is too long to try its words none is tried, so the time that it takes
// grows with its length alone.
func TestLongMessagesAreReadOnce(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"early ", "I don't want evening flights. "} {
		r := &reading{message: strings.Repeat(said, maxWeighed+1), today: today, known: &known{Intent: trip.NewIntent()}}
		res := r.understand()
		for i := range r.toks {
			r.toks[i].seen = true
		}
		if idle := r.idleDenials(&res); idle != nil {
			t.Errorf("%q: %d denials were tried", said, len(idle))
		}
		if r.prove(&res); slices.ContainsFunc(r.toks, func(t token) bool { return !t.seen }) {
			t.Errorf("%q: words were tried", said)
		}
	}
}
