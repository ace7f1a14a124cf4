package trip_test

import (
	"errors"
	"fmt"

	"github.com/legwork-go/legwork/trip"
)

// An intent document may be partial: what it leaves out has a default.
func ExampleDecodeIntent() {
	in, warnings, err := trip.DecodeIntent(`{
		"party": {"travelers": {"adults": 2}},
		"itinerary": {"segments": [{"origin": "JFK", "destination": {"code": "LHR", "city": "London"}, "depart_date": "2026-04-10"}]},
		"mood": "curious"
	}`)
	fmt.Println(err, warnings[0].Path)
	fmt.Println(in.Status.Node, in.Party.Travelers.Adults, in.Itinerary.Segments[0].Destination.City, in.Request.Locale)
	// Output:
	// <nil> mood
	// intake/collecting_requirements 2 London en-US
}

// A patch changes what it names and nothing else.
func ExampleMergeIntent() {
	in, _, _ := trip.DecodeIntent(`{"party": {"travelers": {"adults": 2}, "contact": {"email": "ada@example.com"}}}`)
	in, _, _ = trip.MergeIntent(in, `{"party": {"travelers": {"children": 1, "adults": null}}}`)
	fmt.Printf("%+v\n%+v\n", in.Party.Travelers, in.Party.Contact)
	// Output:
	// {Adults:2 Children:1 Infants:0}
	// {Email:ada@example.com Phone:}
}

func ExampleDecodeEvent() {
	ev, err := trip.DecodeEvent(`{"type": "USER_MESSAGE", "data": {"text": "To London, please"}, "at": "2026-03-01T10:00:00+01:00"}`)
	if err != nil {
		panic(err)
	}
	switch data := ev.Data.(type) {
	case trip.UserMessage:
		fmt.Println(ev.At, data.Text)
	default:
		fmt.Println(data.Type())
	}
	fmt.Printf("%s\n", ev.AppendJSON(nil))
	// Output:
	// 2026-03-01T09:00:00Z To London, please
	// {"at":"2026-03-01T09:00:00Z","data":{"text":"To London, please"},"type":"USER_MESSAGE"}
}

// An error names the field, its place in the text and what was expected there.
func ExampleMalformedError() {
	_, err := trip.ReadResult(trip.ToolFlightSearch, `{"options": [{"option_id": "a", "total_price": {"amount": "12.345", "currency": "USD"}}]}`)
	var malformed *trip.MalformedError
	fmt.Println(errors.As(err, &malformed), malformed.Field)
	fmt.Println(err)
	// Output:
	// true options[0].total_price.amount
	// trip: malformed options[0].total_price.amount at byte 58: want at most 2 decimals in USD, got more
}

func ExampleParseMoney() {
	dollars, _ := trip.ParseMoney("1480", "USD")
	yen, _ := trip.ParseMoney("1.48e3", "JPY")
	_, err := trip.ParseMoney("0.005", "USD")
	fmt.Println(dollars, dollars.Minor)
	fmt.Println(yen, yen.Minor)
	fmt.Println(err)
	// Output:
	// 1480.00 USD 148000
	// 1480 JPY 1480
	// trip: more decimals than the currency has
}

func ExampleDate_AddDays() {
	day, _ := trip.ParseDate("2024-02-28")
	fmt.Println(day.AddDays(1), day.AddDays(2), day.DaysUntil(trip.NewDate(2024, 3, 1)))
	// Output: 2024-02-29 2024-03-01 2
}

func ExampleIntent_Digest() {
	in := trip.NewIntent()
	sections := in.Sections()
	fmt.Println(in.Digest() == sections.Digest())
	// Output: true
}
