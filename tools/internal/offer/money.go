package offer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Money is a trip.Money that reads and writes {"amount":"1480.00","currency":"USD"}. The zero
// value is absent.
type Money trip.Money

var (
	currencyForm = regexp.MustCompile(`^[A-Z]{3}$`)
	amountForm   = regexp.MustCompile(`^-?[0-9]{1,18}(\.[0-9]{1,18})?([eE][-+]?[0-9]{1,2})?$`)
)

// exponents are the ISO 4217 currencies whose minor unit is not a hundredth.
var exponents = map[trip.Currency]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
	"RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
}

func exponent(c trip.Currency) int {
	if e, ok := exponents[c]; ok {
		return e
	}
	return 2
}

// ParseAmount reads a decimal text as minor units of a currency, exactly.
//
// Errors: ErrMoney when it is no decimal, has more digits than the currency, or does not fit.
func ParseAmount(text string, c trip.Currency) (int64, error) {
	if !amountForm.MatchString(text) {
		return 0, fmt.Errorf("%w: %q is not a decimal amount", ErrMoney, text)
	}
	amount, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, fmt.Errorf("%w: %q is not a decimal amount", ErrMoney, text)
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent(c))), nil)
	amount.Mul(amount, new(big.Rat).SetInt(scale))
	if !amount.IsInt() || !amount.Num().IsInt64() {
		return 0, fmt.Errorf("%w: %q does not fit the minor units of %s", ErrMoney, text, c)
	}
	return amount.Num().Int64(), nil
}

// Amount returns the decimal text of the amount, such as "1480.00".
func (m Money) Amount() string {
	digits, sign := strconv.FormatInt(m.Minor, 10), ""
	if m.Minor < 0 {
		digits, sign = digits[1:], "-"
	}
	e := exponent(m.Currency)
	if e == 0 {
		return sign + digits
	}
	if short := e + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	cut := len(digits) - e
	return sign + digits[:cut] + "." + digits[cut:]
}

// String returns the amount for a person, such as "1480.00 USD".
func (m Money) String() string { return m.Amount() + " " + string(m.Currency) }

// Present reports whether there is a price at all.
func (m Money) Present() bool { return m.Currency != "" }

// MarshalJSON writes the wire form; an absent price is null.
func (m Money) MarshalJSON() ([]byte, error) {
	if !m.Present() {
		return []byte("null"), nil
	}
	return []byte(`{"amount":"` + m.Amount() + `","currency":"` + string(m.Currency) + `"}`), nil
}

// UnmarshalJSON reads the wire form; the amount may be a JSON number. Null is absent.
func (m *Money) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		*m = Money{}
		return nil
	}
	var raw struct {
		Amount   json.RawMessage `json:"amount"`
		Currency trip.Currency   `json:"currency"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return fmt.Errorf("%w: %w", ErrMoney, err)
	}
	if !currencyForm.MatchString(string(raw.Currency)) {
		return fmt.Errorf("%w: %q is not a currency code", ErrMoney, raw.Currency)
	}
	minor, err := ParseAmount(strings.Trim(string(raw.Amount), `"`), raw.Currency)
	if err != nil {
		return err
	}
	*m = Money{Minor: minor, Currency: raw.Currency}
	return nil
}
