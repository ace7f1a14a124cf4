package texts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Args reads the parameters of a message, whether they are still what the engine made or were read back
// from JSON, and tells them in a language. What is not there is empty.
type Args struct {
	params trip.Params
	in     *language
}

// Text returns a text. Dates, times and numbers are texts too.
func (a Args) Text(name string) string {
	switch v := a.params.Get(name).(type) {
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
	switch v := a.params.Get(name).(type) {
	case int64:
		return v
	case int:
		return int64(v)
	}
	return 0
}

// Is reports whether a flag is set.
func (a Args) Is(name string) bool {
	v, _ := a.params.Get(name).(bool)
	return v
}

// Texts returns a list of texts.
func (a Args) Texts(name string) []string {
	v, _ := a.params.Get(name).([]string)
	return v
}

// List returns a list of objects.
func (a Args) List(name string) []Args {
	v, _ := a.params.Get(name).([]trip.Params)
	out := make([]Args, len(v))
	for i := range v {
		out[i] = Args{v[i], a.in}
	}
	return out
}

// Object returns an object.
func (a Args) Object(name string) Args {
	v, _ := a.params.Get(name).(trip.Params)
	return Args{v, a.in}
}

// Has reports whether the parameter of that name says something: a flag that is true, a number other than 0, or a text,
// list or object that is not empty.
func (a Args) Has(name string) bool {
	switch v := a.params.Get(name).(type) {
	case bool:
		return v
	case []string:
		return len(v) > 0
	case []trip.Params:
		return len(v) > 0
	case trip.Params:
		if key := v.Get("key"); key != nil { // a message
			return key != ""
		}
		return v != nil
	case trip.Message:
		return v.Key != ""
	}
	text := a.Text(name)
	return text != "" && text != "0"
}

// without returns the parameters but one.
func (a Args) without(name string) Args {
	return Args{slices.DeleteFunc(slices.Clone(a.params), func(p trip.Param) bool { return p.Name == name }), a.in}
}

// with returns the parameters and one that stands before any other of its name.
func (a Args) with(name string, v any) Args {
	return Args{append(trip.With(name, v), a.params...), a.in}
}

// Money returns an amount with its currency, such as "1480.00 USD"; "" when there is none.
func (a Args) Money(name string) string {
	switch v := a.params.Get(name).(type) {
	case trip.Money:
		return a.in.money(v.String())
	case trip.Params:
		return Args{v, a.in}.amount()
	case string:
		return a.in.money(v)
	}
	return ""
}

// amount is what an object with amount and currency says.
func (a Args) amount() string { return a.in.money(a.Text("amount") + " " + a.Text("currency")) }

// Message returns a message that stands within the message.
func (a Args) Message(name string) trip.Message {
	switch v := a.params.Get(name).(type) {
	case trip.Message:
		return v
	case trip.Params:
		params, _ := v.Get("params").(trip.Params)
		return trip.Message{Key: Args{v, a.in}.Text("key"), Params: params}
	}
	return trip.Message{}
}

// told is the text of a message that stands within the message.
func (a Args) told(name string) string { return a.in.text(a.Message(name)) }

// as tells a value as a phrase wants it.
func (a Args) as(name, how string) string {
	switch how {
	case "":
		return a.Text(name)
	case "day":
		return a.in.day(a.Text(name))
	case "clock":
		return clockText(a.Text(name))
	case "money":
		return a.Money(name)
	case "amount":
		return a.amount()
	case "total":
		return sum(a.Object(name))
	case "duration":
		return a.in.duration(a.Int(name))
	case "number":
		return a.in.money(a.Text(name))
	case "city":
		return a.in.city(a.Text(name))
	case "word":
		return a.in.word(a.Text(name))
	case "and":
		return a.in.joined(a.Texts(name))
	case "semicolons":
		return strings.Join(a.Texts(name), "; ")
	case "quoted":
		return a.in.quoted(a.Texts(name))
	case "bullets":
		return bullets(a.Texts(name))
	case "told":
		return a.told(name)
	case "id":
		return strconv.Quote(a.Text(name))
	case "part":
		return a.in.partName(a.Text(name))
	case "field":
		return a.in.fieldName(a.Text(name))
	}
	return a.ofTrip(name, how)
}

// ofTrip tells what a trip is made of.
func (a Args) ofTrip(name, how string) string {
	switch how {
	case "plan":
		return planText(a.Object(name), true)
	case "route":
		return routeText(a.Object(name))
	case "place":
		return whichPlace(a)
	case "people":
		return peopleText(a.Object(name))
	case "moment":
		return moment(a.Object(name))
	case "option":
		return named(a.Object(name))
	case "items":
		return items(a.List(name))
	case "flights":
		return oneFare(a.List(name))
	case "legs":
		return a.in.joined(legTexts(a.List(name)))
	case "booking":
		return bookingText(a.Object(name))
	case "bookings":
		return bookingTexts(a.List(name))
	case "cancellation":
		return cancellation(a, a.List(name))
	case "bought":
		return boughtText(a.Object(name))
	case "held":
		return heldTexts(a.List(name))
	case "own":
		return fieldsText(a.List(name))
	case "as":
		return a.say("as." + a.Text(name))
	case "requests":
		return requestNames(a.List(name))
	case "states":
		return requestStates(a.List(name))
	}
	return a.ofTalk(name, how)
}

// ofTalk tells what is waited for, and what was done.
func (a Args) ofTalk(name, how string) string {
	switch how {
	case "waited":
		return nowWaited(a)
	case "examples":
		return exampleTexts(a)
	case "work":
		return work(a)
	case "doubted":
		return doubted(a)
	case "doubt":
		return notKnown(doubted(a), a)
	case "trouble":
		return a.in.troubleClause(a.Message(name))
	case "calls":
		return waitingCalls(a)
	}
	panic("texts: a phrase tells " + name + " as " + how)
}
