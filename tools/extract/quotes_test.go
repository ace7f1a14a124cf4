package extract

import (
	"slices"
	"strings"
	"testing"
)

func TestQuotesStand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		message, quote string
		stands, says   bool
	}{
		{"Boston to Lisbon on May 12, back the 15th", "lisbon  on MAY 12", true, true},
		{"Boston to Lisbon on May 12, back the 15th", "May 12 back", true, true},
		{"Boston to Lisbon", "is", false, false},
		{"Boston to Lisbon", "to", true, false},
		{"Boston to Lisbon", "Madrid", false, false},
		{"Boston to Lisbon", "", false, false},
		{"Boston to Lisbon", "?!", false, false},
		{"for two, 1.500,50 EUR at most", "1500.50 EUR", true, true},
		{"back the 15th", "15", true, true},
		{"back the 15th", "5", false, false},
		{"nach Zürich, zurück am 3.6.", "nach zurich", true, true},
		{"İstanbul'a", "istanbul", false, false}, // the suffix is of the word
		{"cafe\u0301", "café", true, true},
		{"Я хочу в Лиссабон", "в лиссабон", true, true},
		{"Я хочу в Лиссабон", "Лис", false, false},
		{"5月12日に東京へ行きたい", "東京へ", true, true},
		{"5月12日に東京へ行きたい", "大阪", false, false},
		{"٣ مايو إلى لشبونة", "٣ مايو", true, true},
		{"๕ พฤษภาคม ไปลิสบอน", "ไปลิสบอน", true, true},
		{"👍", "👍", true, false},
		{strings.Repeat("lisbon ", 20), strings.Repeat("lisbon ", MaxQuoted), true, true},
		{strings.Repeat("lisbon ", 20), strings.Repeat("lisbon ", MaxQuoted+1), false, false},
	} {
		stands, says := NewSaid([]string{"hello", c.message}).Stands(c.quote)
		if stands != c.stands || says != c.says {
			t.Errorf("%q in %q: stands %t, says %t", c.quote, c.message, stands, says)
		}
	}
}

func TestWhatNoQuoteCovers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		message, quotes, left string
	}{
		{"I would like to fly from Boston to Lisbon please", "fly from Boston|to Lisbon", ""},
		{"from Boston to Lisbon, with a jacuzzi", "Boston|Lisbon", "jacuzzi"},
		{"from Boston to Lisbon, no evening flights", "Boston|Lisbon|evening flights", "no"},
		{"from Boston to Lisbon, not with Ryanair", "Boston|Lisbon", "not with Ryanair"},
		{"my wife and I to Lisbon", "Lisbon", "wife"},
		{"nonstop flights to Lisbon", "Lisbon", "nonstop"},
		{"a flight to Lisbon and a hotel", "Lisbon", "hotel"},
		{"to Lisbon, the cheapest, business", "Lisbon", "cheapest|business"},
		{"to Lisbon in business, the first one", "to Lisbon|first one", "business"},
		{"to Lisbon for a wedding", "to Lisbon", ""},
		{"Ich möchte von Berlin nach Rom, mit Rollstuhl", "von Berlin|nach Rom", "Rollstuhl"},
		{"車椅子で東京へ", "東京へ", "車椅子で"},
		{"Boston to Lisbon", "Madrid", "Boston to Lisbon"},
		{"٣ مايو", "مايو", "٣"},
	} {
		var quotes []Quote
		for q := range strings.SplitSeq(c.quotes, "|") {
			quotes = append(quotes, Quote{"trip_intent.destination", q})
		}
		read, left := NewSaid([]string{c.message}).Account(quotes, true, false)
		if got := strings.Join(left, "|"); got != c.left {
			t.Errorf("%q: left %q, want %q", c.message, got, c.left)
		}
		for _, l := range read.Unread {
			if c.message[l.Start:l.End] != l.Text {
				t.Errorf("%q: %q stands not at %d", c.message, l.Text, l.Start)
			}
		}
	}
}

// TestEveryWordIsCoveredOrTold draws messages and quotes of them: a word that says something is under a quote or told.
func TestEveryWordIsCoveredOrTold(t *testing.T) {
	t.Parallel()
	words := strings.Fields("Boston Lisboa please the 12 no jacuzzi möchte Rollstuhl 東京へ行 хочу , 👍 wife ٣ w/o it's back")
	for seed := range 400 {
		var said []string
		for n := uint32(seed); len(said) < 7; n = n*31 + 17 {
			said = append(said, words[n%uint32(len(words))])
		}
		message, from := strings.Join(said, " "), seed%6
		quote := strings.Join(said[from:from+2], " ")
		read, _ := NewSaid([]string{message}).Account([]Quote{{"acts[0]", quote}}, false, false)
		r := translated(tokensOf(message))
		for i := range r.toks {
			tok := &r.toks[i]
			isIn := func(start, end int) bool { return start < tok.end && tok.start < end }
			isTold := slices.ContainsFunc(read.Unread, func(l Left) bool { return isIn(l.Start, l.End) })
			isCovered := slices.ContainsFunc(read.Claims, func(c Claim) bool { return isIn(c.Start, c.End) })
			if !isTold && !isCovered && !tok.saysNothing() {
				t.Fatalf("%q, of which %q is quoted: %q is neither told nor covered", message, quote, tok.raw)
			}
		}
	}
}

// TestLongMessagesAreAccountedFor: what stands behind the words that are looked at is told too.
func TestLongMessagesAreAccountedFor(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"jacuzzi ", "東", "a, 字. "} {
		_, left := NewSaid([]string{strings.Repeat(word, 60_000/len(word)) + "Lisbon"}).Account([]Quote{{"acts[0]", "Lisbon"}}, false, false)
		if len(left) == 0 {
			t.Errorf("of many %q nothing is told", word)
		}
	}
}
