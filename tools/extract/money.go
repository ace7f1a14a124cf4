package extract

import (
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// price is an amount on the wire.
type price struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

// budgets are the limits of money that the message sets.
type budgets struct{ total, perNight *price }

var currencyWords = map[string]string{
	"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "dollars": "USD", "dollar": "USD", "bucks": "USD", "usd": "USD", "euro": "EUR",
	"euros": "EUR", "eur": "EUR", "pounds": "GBP", "gbp": "GBP", "yen": "JPY", "jpy": "JPY", "cad": "CAD", "aud": "AUD",
	"chf": "CHF", "francs": "CHF", "inr": "INR", "rupees": "INR", "mxn": "MXN", "sgd": "SGD", "nzd": "NZD", "kwd": "KWD",
}

// findMoney takes every amount of money; one that a word of limit stands with is a budget.
func (r *reading) findMoney() budgets {
	var b budgets
	for i := range r.toks {
		if !r.free(i) || r.toks[i].kind != number || r.toks[i].ordinal {
			continue
		}
		from, to, currency := r.amountAt(i)
		limited := r.limitBefore(from) || r.limitAfter(to)
		if currency == "" && !(limited && r.budgetTalk(i)) {
			continue
		}
		r.take(from, to)
		if currency == "" {
			if currency = string(r.known.Constraints.Currency); currency == "" {
				currency = "USD"
			}
		}
		if p := newPrice(r.toks[i].raw, r.text(i+1), currency); p != nil && limited {
			if r.perNight(to) {
				b.perNight = p
			} else {
				b.total = p
			}
		}
	}
	return b
}

// amountAt returns the tokens of an amount at number i and its currency, empty when none is said.
func (r *reading) amountAt(i int) (from, to int, currency string) {
	from, to = i, i+1
	if r.anyOf(to, "k", "thousand", "grand") {
		to++
	}
	if c, ok := currencyWords[r.text(to)]; ok {
		return from, to + 1, c
	}
	if r.anyOf(to, "us", "canadian", "australian") && currencyWords[r.text(to+1)] == "USD" {
		return from, to + 2, map[string]string{"us": "USD", "canadian": "CAD", "australian": "AUD"}[r.text(to)]
	}
	if c, ok := currencyWords[r.text(i-1)]; ok {
		return i - 1, to, c
	}
	return from, to, ""
}

func (r *reading) limitBefore(i int) bool {
	for k := i - 1; k >= max(0, i-6) && r.sameSentence(k, i); k-- {
		switch r.text(k) {
		case "under", "below", "within", "budget", "max", "maximum", "most", "limit", "less", "cheaper", "exceed", "exceeding", "spend", "spending", "cap":
			return true
		case "than":
			if r.anyOf(k-1, "less", "more", "cheaper", "lower") {
				return true
			}
		case "to":
			if r.text(k-1) == "up" {
				return true
			}
		case "over", "above":
			return r.anyOf(k-1, "not", "no", "nothing", "go", "be")
		}
	}
	return false
}

func (r *reading) limitAfter(i int) bool {
	return r.anyOf(i, "max", "maximum", "budget", "tops", "limit", "total") || r.at(i, "or", "less") || r.at(i, "at", "most") || r.at(i, "or", "under")
}

// budgetTalk reports whether the sentence of token i speaks of money at all.
func (r *reading) budgetTalk(i int) bool {
	for k := range r.toks {
		if r.sameSentence(k, i) && r.anyOf(k, "budget", "spend", "cost", "price", "pay", "spending") {
			return true
		}
	}
	return false
}

func (r *reading) perNight(i int) bool {
	return r.anyOf(i, "per", "a", "each", "every") && r.anyOf(i+1, "night", "nite", "day") || r.text(i) == "/" && r.anyOf(i+1, "night") || r.anyOf(i, "nightly")
}

// newPrice writes an amount as an exact decimal text in the currency's own decimals.
func newPrice(digits, scale, currency string) *price {
	digits = strings.ReplaceAll(digits, ",", "")
	if scale == "k" || scale == "thousand" || scale == "grand" {
		digits += "e3"
	}
	m, err := trip.ParseMoney(digits, trip.Currency(currency))
	if err != nil {
		return nil
	}
	return &price{m.Amount(), currency}
}
