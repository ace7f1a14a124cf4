package offer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Money is a trip.Money for encoding/json. The zero value is absent.
type Money trip.Money

// String returns the amount for a person, such as "1480.00 USD".
func (m Money) String() string { return trip.Money(m).String() }

// Present reports whether there is a price at all.
func (m Money) Present() bool { return trip.Money(m).IsSet() }

// MarshalJSON writes {"amount":"1480.00","currency":"USD"}, or null when absent.
func (m Money) MarshalJSON() ([]byte, error) { return trip.Money(m).AppendJSON(nil), nil }

// UnmarshalJSON reads the wire form; the amount may be a JSON number. Null is absent.
//
//   - Errors: ErrMoney.
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
	read, err := trip.ParseMoney(strings.Trim(string(raw.Amount), `"`), raw.Currency)
	if err != nil {
		return fmt.Errorf("%w: %s %q: %w", ErrMoney, raw.Amount, raw.Currency, err)
	}
	*m = Money(read)
	return nil
}
