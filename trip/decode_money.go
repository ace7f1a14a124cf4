package trip

import (
	"errors"
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
)

// price is an amount as it was read, before its currency is known.
type price struct {
	set        bool
	at         int // offset of the value
	amount     string
	amountAt   int
	currency   Currency
	currencyAt int
}

// money reads {"amount": …, "currency": …}.
func (d *decoder) money(p *Money) {
	var m Money
	if n := canonicalMoney(d.Rest(), &m); n > 0 && d.Take(n) {
		*p = m
		return
	}
	if d.Null() {
		return
	}
	if d.Kind() != wire.Object {
		d.Fail("money as an object of amount and currency")
		return
	}
	read := d.price()
	switch {
	case !read.set:
		d.Missing(read.at, "amount", "a decimal amount")
	case read.currency == "":
		d.Missing(read.at, "currency", "an ISO 4217 code")
	default:
		d.inCurrency(p, read, read.currency)
	}
}

// DecodeMoney reads an amount with its currency; null is an absent one.
//
//   - Errors: *MalformedError.
func DecodeMoney(text string) (Money, error) {
	var d decoder
	var m Money
	d.Reset(text, MaxDepth)
	d.money(&m)
	if err := d.finish(); err != nil {
		return Money{}, err
	}
	return m, nil
}

// canonicalMoney reads money as AppendJSON writes it, and says how many bytes that are; 0 when
// the text begins otherwise, and p stays as it is. Every option and bundle has one.
func canonicalMoney(text string, p *Money) int {
	const (
		before = `{"amount":"`
		middle = `","currency":"`
		after  = `"}`

		maxPlaces = 3 // what PlainDecimal leaves room for
	)
	if len(text) < len(before) || text[:len(before)] != before {
		return 0
	}
	digits, decimals, n := wire.PlainDecimal(text[len(before):])
	end := len(before) + n
	code := end + len(middle)
	size := code + len("USD") + len(after)
	if n == 0 || size > len(text) || text[end:code] != middle || text[size-len(after):size] != after {
		return 0
	}
	currency := Currency(text[code : code+len("USD")])
	places, known := currency.Decimals()
	if !known || places > maxPlaces || decimals > places {
		return 0
	}
	for ; decimals < places; decimals++ {
		digits *= 10
	}
	p.Minor, p.Currency = digits, currency
	return size
}

// price reads an amount with or without a currency: an object, a number or a decimal string.
// It is not set when the amount is null or absent.
func (d *decoder) price() price {
	read := price{at: d.Offset()}
	if d.Kind() != wire.Object {
		d.priceAmount(&read)
		return read
	}
	d.Object()
	if d.Member(`"amount":`) {
		d.priceAmount(&read)
	}
	if d.Member(`"currency":`) {
		d.priceCurrency(&read)
	}
	for d.Next() {
		switch d.Key() {
		case "amount":
			d.priceAmount(&read)
		case "currency":
			d.priceCurrency(&read)
		default:
			d.skipUnknown()
		}
	}
	return read
}

func (d *decoder) priceAmount(p *price) {
	if d.Null() {
		return
	}
	p.amountAt = d.Offset()
	p.amount = d.amount()
	p.set = true
}

func (d *decoder) priceCurrency(p *price) {
	p.currencyAt = d.Offset()
	readText(d, &p.currency)
}

// amount reads a decimal string or a number as text.
func (d *decoder) amount() string {
	switch d.Kind() {
	case wire.Number:
		return d.NumberText()
	case wire.Text:
		at := d.Offset()
		s := d.String()
		if !wire.IsNumber(s) {
			d.FailAt(at, "a decimal amount", "another text")
		}
		return s
	case wire.Invalid, wire.Null, wire.Bool, wire.List, wire.Object:
	}
	d.Fail("a decimal amount")
	return ""
}

// inCurrency turns a price into money of a currency.
func (d *decoder) inCurrency(p *Money, read price, currency Currency) {
	if d.Failed() {
		return
	}
	m, err := ParseMoney(read.amount, currency)
	if err == nil {
		*p = m
		return
	}
	decimals, _ := currency.Decimals()
	switch {
	case errors.Is(err, ErrCurrency):
		d.FailAt(max(read.currencyAt, read.at), "an active ISO 4217 code", wire.Quote(string(currency)))
	case errors.Is(err, ErrDecimals):
		d.FailAt(read.amountAt, "at most "+strconv.Itoa(decimals)+" decimals in "+string(currency), "more")
	default:
		d.FailAt(read.amountAt, "an amount within int64 minor units", "a larger one")
	}
}

// currency reads an ISO 4217 code.
func (d *decoder) currency(p *Currency) {
	if d.Null() {
		return
	}
	at := d.Offset()
	c := Currency(d.String())
	if !c.Known() {
		d.FailAt(at, "an active ISO 4217 code", wire.Quote(string(c)))
		return
	}
	*p = c
}
