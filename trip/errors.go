package trip

import (
	"errors"
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
)

// Errors of decoding.
var (
	// ErrMalformed is what every *MalformedError wraps: a text is not what it should be.
	ErrMalformed = errors.New("trip: malformed")
	// ErrPath is returned for a path under which the plan has nothing, or nothing such as the value.
	ErrPath = errors.New("trip: not a path of the plan with such a value")
)

// Errors of the scalars.
var (
	// ErrInstant is returned for a text that is no RFC 3339 instant from 1970 to 2261.
	ErrInstant = errors.New("trip: not an RFC 3339 instant from 1970 to 2261")
	// ErrDate is returned for a text that is no calendar day of the form YYYY-MM-DD.
	ErrDate = errors.New("trip: not a calendar day of the form YYYY-MM-DD")
	// ErrCurrency is returned for a code that is no active ISO 4217 currency.
	ErrCurrency = errors.New("trip: not an active ISO 4217 currency code")
	// ErrAmount is returned for a text that is no decimal number.
	ErrAmount = errors.New("trip: not a decimal amount")
	// ErrDecimals is returned for an amount with more decimals than its currency has.
	ErrDecimals = errors.New("trip: more decimals than the currency has")
	// ErrOverflow is returned for an amount that int64 minor units cannot hold.
	ErrOverflow = errors.New("trip: amount beyond int64 minor units")
)

// MalformedError says which field of a text is not what it should be. It holds no content
// of the text but short names and codes.
type MalformedError struct {
	Field  string // such as data.call_id or party.travelers.adults; empty for the whole text
	Offset int    // byte offset in the text; -1 when what is wrong was never a text
	Want   string
	Got    string
	Ends   bool // the text ends at Offset
	Marked bool // a byte order mark is at Offset, as some editors put it before UTF-8 text
}

// Error implements error.
func (e *MalformedError) Error() string {
	text := "trip: malformed"
	if e.Field != "" {
		text += " " + e.Field
	}
	if e.Offset >= 0 {
		text += " at byte " + strconv.Itoa(e.Offset)
	}
	return text + ": want " + e.Want + ", got " + e.Got
}

// Unwrap makes errors.Is(err, ErrMalformed) hold.
func (e *MalformedError) Unwrap() error { return ErrMalformed }

// Warning names a field that this version does not know and that was left out.
type Warning struct{ Path string }

// malformed turns an error of the decoder into the error of this package.
func malformed(err error) error {
	var e *wire.Error
	if errors.As(err, &e) {
		return &MalformedError{Field: e.Path, Offset: e.Offset, Want: e.Want, Got: e.Got, Ends: e.Ends, Marked: e.Marked}
	}
	return err
}
