package words_test

import (
	"testing"

	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/trip"
)

// A message approves an amount that it names, however its thousands and decimals are marked.
func TestApproves(t *testing.T) {
	t.Parallel()
	dollars, yen, dinars := trip.Money{Minor: 122050, Currency: "USD"}, trip.Money{Minor: 12205, Currency: "JPY"}, trip.Money{Minor: 1220500, Currency: "KWD"}
	round := trip.Money{Minor: 61000, Currency: "USD"}
	for _, c := range []struct {
		text string
		m    trip.Money
		want bool
	}{
		{"approve 1220.50", dollars, true},
		{"1,220.50 USD, please.", dollars, true},
		{"$1220.5!", dollars, true},
		{"ok für 1.220,50", dollars, true},
		{"oui, 1 220,50", dollars, true},
		{"oui, 1\u202f220,50", dollars, true},
		{"1'220.50", dollars, true},
		{"2 of us approve 1220.50.", dollars, true},
		{"buy 2 1220.50", dollars, true},
		{"approve", dollars, false},
		{"1220", dollars, false},
		{"122050", dollars, false},
		{"1.2205", dollars, false},
		{"1. 220.50", dollars, false}, // the first of a list
		{"12,2050", dollars, false},
		{"31220.50", dollars, false},
		{"1220.505", dollars, false},
		{"approve 610", round, true},
		{"610.00", round, true},
		{"610.", round, true},
		{"6.10", round, false},
		{"6100", round, false},
		{"61000", round, false},
		{"12,205 yen", yen, true},
		{"12205", yen, true},
		{"122.05", yen, false},
		{"1220.500", dinars, true},
		{"1,220.5", dinars, true},
		{"1220500", dinars, false},
		{"0", trip.Money{Currency: "USD"}, false},
		{"5", trip.Money{Minor: -500, Currency: "USD"}, false},
		{"0.00", trip.Money{}, false},
		{"ok\u00a0220", trip.Money{Minor: 22000, Currency: "USD"}, true},
		{"... , '", dollars, false},
		{"approve for 2 122.50", trip.Money{Minor: 12250, Currency: "USD"}, true}, // for two
		{"approve 2 122.50", trip.Money{Minor: 212250, Currency: "USD"}, true},
		{"room 1 abc 220.50", dollars, false},
		{"1 2220.50", dollars, false},
		{"9 220.50", trip.Money{Minor: 922050, Currency: "USD"}, true},
		{"0 220.50", trip.Money{Minor: 22050, Currency: "USD"}, true},
		{"12.20,50", dollars, false},
		{"1.220.50", dollars, true},
		{"12.20", trip.Money{Minor: 1220, Currency: "JPY"}, false},
	} {
		m := words.ReadMessage(c.text, nil)
		if got := m.Approves(c.m); got != c.want {
			t.Errorf("%q approves %v: %t", c.text, c.m, got)
		}
	}
}

// An approval in words is a plain one, of the currency that was shown.
func TestApprovesPlainly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"approve 1220.50": false, "I approve the payment of $1,220.50, please": false, "pay 1220.50 USD": false,
		"approve 1220.50?": true, "I could approve 1220.50": true, "approve 1220.50 if it is refundable": true,
		"approve 1220.50 tomorrow": true, "approve 1220.50 EUR": true, "approve €1220.50": true,
		"approve 1220.50 euros!": true, "approve all of it, 1220.50": false, "approve 1220.50 for my Europe trip": false,
		"approve 1220.50 all": true, "it may cost 1220.50": true, "don't approve 1220.50": true,
		"approve 1220.50, but not today": true, "approve: 1220.50 €": true, "all 1220.50 approved": false,
		"approve 1220.50 gbp": true, "approve EUR 1220.50": true,
	} {
		m := words.ReadMessage(text, nil)
		if got := m.Approves(trip.Money{Minor: 122050, Currency: "USD"}); got == want {
			t.Errorf("%q approves: %t", text, got)
		}
	}
}
