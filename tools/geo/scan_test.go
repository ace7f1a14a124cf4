package geo_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/geo"
)

// TestScan writes each mention as its text, with what stands beside it in brackets; "?" marks what is
// a word as well, "#" a code, "!" what nothing is called.
func TestScan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"from Frankfurt am Main to San Juan, Puerto Rico":          "Frankfurt am Main; San Juan [Puerto Rico]",
		"a hotel in new york city please":                          "new york city",
		"2 adults madrid to vienna, 3 june":                        "madrid; vienna",
		"we'd like a nice trip from London to Nice in May":         "London; Nice?",
		"flights from london to nice":                              "london; nice?",
		"I CAN GO TO NICE IN MAY":                                  "NICE?",
		"an SUV would be best":                                     "SUV#?",
		"LHR-JFK 3 Jun":                                            "LHR#; JFK#",
		"MAD > LIS 3 Jun, LIS > OPO":                               "MAD#; LIS#; LIS#; OPO#",
		"fly me from can to suv":                                   "",
		"東京から大阪まで":                                                 "東京; 大阪",
		"москва — санкт-петербург":                                 "москва; санкт-петербург",
		"Portland, Maine and Portland, OR or Portland, or":         "Portland [Maine]; Portland [OR]; Portland",
		"Paris TX, Paris, tx, Paris, in May":                       "Paris [TX]; Paris [tx]; Paris",
		"London's weather, and the Algarve's":                      "London; Algarve",
		"Rome, New York and Paris":                                 "Rome; New York; Paris",
		"Albany, New York":                                         "Albany [New York]",
		"Tbilisi (Georgia) and Atlanta (Georgia)":                  "Tbilisi [Georgia]; Atlanta [Georgia]",
		"to St. Louis from Ft. Lauderdale":                         "St. Louis; Ft. Lauderdale",
		"Vegas, NYC, L.A., D.C., SF":                               "Vegas; NYC#; L.A?; D.C?; SF",
		"Reading a book in Reading":                                "Reading?; Reading?",
		"Ho Chi Minh City – Hanoi":                                 "Ho Chi Minh City; Hanoi",
		"Aix-en-Provence to Garmisch-Partenkirchen":                "Aix-en-Provence; Garmisch-Partenkirchen",
		"from the UK to Isle of Skye":                              "UK?; Isle of Skye",
		"my daughter Charlotte wants to see Florence":              "Charlotte?; Florence?",
		"from Barcelna to Blorp Quuxt, then to xyvandor":           "Barcelna!; Blorp Quuxt!; xyvandor!",
		"I want to visit Rome, to Go home, to fly, to book":        "Rome",
		"from Monday to Christmas, to us, to grandma, to me":       "",
		"asdf qwer zxcv":                                           "",
		"how are you today? tell me a joke about most of them":     "",
		"please transfer 500 dollars to my sister's account":       "",
		"any good restaurants for dinner there?":                   "",
		"on March 3, in May, Sunday, from Monday to Friday":        "",
		"that's too expensive, anything cheaper?":                  "",
		"Family of 2 adults driving from Denver to Salt Lake City": "Denver; Salt Lake City?",
		"":     "",
		"\x00": "",
	} {
		var got []string
		for _, m := range geo.Scan(text) {
			name := m.Name
			if m.Code {
				name += "#"
			}
			if m.Word {
				name += "?"
			}
			if m.Strange {
				name += "!"
			}
			if m.Beside != "" {
				name += " [" + m.Beside + "]"
			}
			got = append(got, name)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q\n got %s\nwant %s", text, strings.Join(got, "; "), want)
		}
	}
}

// TestScanSaysWhereItStands gives the reader what it needs to judge a common word.
func TestScanSaysWhereItStands(t *testing.T) {
	t.Parallel()
	got := ""
	for _, m := range geo.Scan("Reading is nice. We go to Nice. Or to reading?") {
		got += fmt.Sprintf("%d-%d before=%q capital=%v first=%v\n", m.From, m.To, m.Before, m.Capital, m.First)
	}
	want := `0-7 before="" capital=true first=true
26-30 before="to" capital=true first=false
38-45 before="to" capital=false first=false
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
