package texts

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/legwork-go/legwork/trip"
)

// Args reads the parameters of a message, whether they are still what the engine made or were read back
// from JSON. What is not there is empty.
type Args trip.Params

// Text returns a text. Dates, times and numbers are texts too.
func (a Args) Text(name string) string {
	switch v := trip.Params(a).Get(name).(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case fmt.Stringer:
		return v.String()
	}
	return ""
}

// Int returns a number.
func (a Args) Int(name string) int64 {
	switch v := trip.Params(a).Get(name).(type) {
	case int64:
		return v
	case int:
		return int64(v)
	}
	return 0
}

// Is reports whether a flag is set.
func (a Args) Is(name string) bool {
	v, _ := trip.Params(a).Get(name).(bool)
	return v
}

// Texts returns a list of texts.
func (a Args) Texts(name string) []string {
	v, _ := trip.Params(a).Get(name).([]string)
	return v
}

// List returns a list of objects.
func (a Args) List(name string) []Args {
	v, _ := trip.Params(a).Get(name).([]trip.Params)
	out := make([]Args, len(v))
	for i := range v {
		out[i] = Args(v[i])
	}
	return out
}

// Object returns an object; nil when there is none.
func (a Args) Object(name string) Args {
	v, _ := trip.Params(a).Get(name).(trip.Params)
	return Args(v)
}

// without returns the parameters but one.
func (a Args) without(name string) Args {
	return slices.DeleteFunc(slices.Clone(a), func(p trip.Param) bool { return p.Name == name })
}

// Money returns an amount with its currency, such as "1480.00 USD"; "" when there is none.
func (a Args) Money(name string) string {
	switch v := trip.Params(a).Get(name).(type) {
	case trip.Money:
		return v.String()
	case trip.Params:
		return Args(v).amount()
	}
	return ""
}

// amount is what an object with amount and currency says.
func (a Args) amount() string { return a.Text("amount") + " " + a.Text("currency") }

// Message returns a message that stands within the message.
func (a Args) Message(name string) trip.Message {
	switch v := trip.Params(a).Get(name).(type) {
	case trip.Message:
		return v
	case trip.Params:
		params, _ := v.Get("params").(trip.Params)
		return trip.Message{Key: Args(v).Text("key"), Params: params}
	}
	return trip.Message{}
}
