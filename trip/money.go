package trip

import (
	"math"

	"github.com/legwork-go/legwork/internal/wire"
)

// defaultDecimals is used to show an amount in a currency that is not known.
const defaultDecimals = 2

// ParseMoney reads a decimal amount exactly: "1480", "1480.00", "1.48e3". Zeros beyond the
// decimals of the currency are fine, other digits there are an error.
//
//   - Errors: ErrCurrency, ErrAmount, ErrDecimals, ErrOverflow.
func ParseMoney(amount string, currency Currency) (Money, error) {
	decimals, ok := currency.Decimals()
	if !ok {
		return Money{}, ErrCurrency
	}
	if !wire.IsNumber(amount) {
		return Money{}, ErrAmount
	}
	minor, scaling := wire.Scale(amount, decimals)
	switch scaling {
	case wire.Inexact:
		return Money{}, ErrDecimals
	case wire.Overflow:
		return Money{}, ErrOverflow
	case wire.Exact:
	}
	return Money{Minor: minor, Currency: currency}, nil
}

// IsSet reports whether there is an amount; zero dollars is one.
func (m Money) IsSet() bool { return m.Currency != "" }

// Add returns the sum. It is not ok, and the sum absent, when the currencies differ or the
// sum overflows. An absent amount adds nothing.
func (m Money) Add(o Money) (sum Money, ok bool) {
	switch {
	case !o.IsSet():
		return m, true
	case !m.IsSet():
		return o, true
	case m.Currency != o.Currency,
		o.Minor > 0 && m.Minor > math.MaxInt64-o.Minor,
		o.Minor < 0 && m.Minor < math.MinInt64-o.Minor:
		return Money{}, false
	}
	return Money{Minor: m.Minor + o.Minor, Currency: m.Currency}, true
}

// String returns the amount and the currency, such as "1480.00 USD", or "" when absent.
func (m Money) String() string {
	var buf [40]byte
	return string(m.appendText(buf[:0]))
}

func (m Money) appendText(dst []byte) []byte {
	if !m.IsSet() {
		return dst
	}
	dst = append(m.appendAmount(dst), ' ')
	return append(dst, m.Currency...)
}

// Amount returns the decimal amount without the currency, such as "1480.00".
func (m Money) Amount() string {
	var buf [32]byte
	return string(m.appendAmount(buf[:0]))
}

// AppendJSON appends {"amount":"1480.00","currency":"USD"}, or null when absent.
func (m Money) AppendJSON(dst []byte) []byte {
	if !m.IsSet() {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"amount":"`...)
	dst = m.appendAmount(dst)
	dst = append(dst, `","currency":`...)
	dst = wire.AppendString(dst, string(m.Currency))
	return append(dst, '}')
}

func (m Money) appendAmount(dst []byte) []byte {
	decimals, ok := m.Currency.Decimals()
	if !ok {
		decimals = defaultDecimals
	}
	units := uint64(m.Minor)
	if m.Minor < 0 {
		dst = append(dst, '-')
		units = -units
	}
	var buf [24]byte
	i := len(buf)
	for n := 0; n <= decimals || units > 0; n++ {
		if n == decimals && n > 0 {
			i--
			buf[i] = '.'
		}
		i--
		buf[i] = byte('0' + units%10)
		units /= 10
	}
	return append(dst, buf[i:]...)
}
