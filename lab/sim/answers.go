package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// placeholder is what a bad model writes where an id should stand.
const placeholder = `"<the_document_id>"`

var (
	places    = []string{"LIS", "FCO", "JFK", "NRT", "OSL", "CPT"}
	documents = []string{"3f0c9a52-1111-4c4c-9d9d-000000000001", "3f0c9a52-1111-4c4c-9d9d-000000000002", "not an id"}
)

// answer draws what a read tool says when it works.
func (c *conversation) answer(req *tools.Request) []byte {
	switch req.Name {
	case trip.ToolExtract:
		return c.extraction()
	case trip.ToolFollowup:
		return []byte(`{"message":"Where to, and when?"}`)
	case trip.ToolFlightSearch:
		return c.offers(req, "f", false)
	case trip.ToolHotelSearch:
		return c.offers(req, "s", c.rng.oneIn(3))
	case trip.ToolRank:
		return c.ranking(&req.Intent)
	case trip.ToolRiskCheck:
		return c.risks()
	case trip.ToolAssistantStep:
		return c.modelStep()
	case trip.ToolResolveDocs:
		return []byte(`{"document_ids":["` + documents[0] + `"]}`)
	case trip.ToolRetrieveDocs:
		if c.rng.oneIn(3) {
			return []byte(`{"documents":[]}`)
		}
		return []byte(`{"documents":[{"document_id":"` + of(c.rng, documents[:2]) + `","title":"House rules"}]}`)
	case trip.ToolRetrieveChunks:
		return []byte(`{"chunks":[{"document_id":"` + documents[0] + `","text":"No shoes."}]}`)
	case trip.ToolJavaScript:
		return []byte(of(c.rng, []string{`{"result":120}`, `{"result":null}`, `{"result":{}}`, `{"error":"` + secret + `"}`}))
	default:
		return []byte(of(c.rng, []string{`{"results":[]}`, `{"results":[{"name":"Trattoria"}]}`}))
	}
}

// extraction draws what a message changed: often a whole trip, sometimes a part of one.
func (c *conversation) extraction() []byte {
	rng := c.rng
	switch rng.below(16) {
	case 0:
		return []byte(`{"trip_intent":{}}`)
	case 1, 2:
		return []byte(`{"trip_intent":{},"request":{"kind":"assist"}}`)
	case 3:
		return fmt.Appendf(nil, `{"trip_intent":{"travelers":{"adults":%d,"children":%d,"infants":0}}}`, rng.below(4),
			rng.below(8))
	case 4:
		return fmt.Appendf(nil, `{"trip_intent":{"constraints":{"budget_total":{"amount":"%d.50","currency":"USD"},"refundable_only":%t}}}`, rng.below(5000), rng.oneIn(2))
	case 5:
		return fmt.Appendf(nil, `{"trip_intent":{"destination":%q,"dates":{"departure_date":%q}}}`, of(rng, places), c.day(0))
	case 6:
		return []byte(`{"trip_intent":{"lodging":{"needed":` + strconv.FormatBool(rng.oneIn(2)) +
			`}},"assumptions":["a guess"]}`)
	default:
		return c.wholeTrip()
	}
}

// wholeTrip draws an extraction that leaves nothing missing.
func (c *conversation) wholeTrip() []byte {
	rng := c.rng
	party := fmt.Sprintf(`"travelers":{"adults":%d,"children":%d,"infants":0}`, 1+rng.below(3), rng.below(3))
	a, b, d := rng.below(6), 1+rng.below(4), 1+rng.below(6)
	from, to, on := places[a], places[(a+b)%6], places[(a+b+d)%6]
	switch rng.below(5) {
	case 0:
		return fmt.Appendf(nil, `{"trip_intent":{"origin":%q,"destination":%q,"trip_type":"one_way","dates":{"departure_date":%q},%s,"lodging":{"needed":false}}}`,
			from, to, c.day(0), party)
	case 1:
		return fmt.Appendf(nil, `{"trip_intent":{"origin":%q,"destination":%q,"trip_type":"round_trip","dates":{"departure_date":%q,"return_date":%q},%s,"lodging":{"needed":true}}}`,
			from, to, c.day(0), c.day(9), party)
	case 2:
		return fmt.Appendf(nil, `{"trip_intent":{"trip_type":"multi_city",%s,"lodging":{"needed":false},"segments":[{"origin":%q,"destination":%q,"depart_date":%q},{"origin":%q,"destination":%q,"depart_date":%q,"transport_mode":%q}]}}`,
			party, from, to, c.day(0), to, on, c.day(9), of(rng, []string{"flight", "train"}))
	case 3:
		return fmt.Appendf(nil, `{"trip_intent":{"trip_type":"stay_only",%s,"stays":[{"location_code":%q,"check_in":%q,"check_out":%q}]}}`,
			party, to, c.day(0), c.day(4))
	default:
		return fmt.Appendf(nil, `{"trip_intent":{"origin":%q,"destination":%q,"trip_type":"one_way","dates":{"departure_date":%q},%s,"lodging":{"needed":true},"stays":[{"location_code":%q,"check_in":%q,"check_out":%q},{"location_code":%q,"check_in":%q,"check_out":%q}]}}`,
			from, to, c.day(0), party, to, c.day(0), c.day(3), on, c.day(3), c.day(6))
	}
}

// day draws a date some time ahead; rarely one in the past.
func (c *conversation) day(after int) string {
	if c.rng.oneIn(30) {
		return "2020-01-01"
	}
	return fmt.Sprintf("2099-%02d-%02d", 1+c.rng.below(12), 1+after+c.rng.below(8))
}

// offers draws the options of a search, sometimes none, sometimes without ids, and now and then one that is held, as
// something else.
func (c *conversation) offers(req *tools.Request, prefix string, byRoom bool) []byte {
	in := &req.Intent
	fares := prefix == "f" && c.sellsFares(in)
	var b strings.Builder
	n := c.rng.weighted([]int{1, 6, 6, 4})
	b.WriteString(`[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		if fares && !c.rng.oneIn(4) {
			c.serial++
			b.WriteString(c.fareOption(req, i, prefix+strconv.Itoa(c.serial)))
			continue
		}
		if !c.rng.oneIn(20) {
			c.serial++ // else the id is that of the offer before
		}
		if c.rng.oneIn(5) {
			fmt.Fprintf(&b, `{"total_price":%s}`, c.price())
			continue
		}
		id := prefix + strconv.Itoa(c.serial)
		isOther := func(h trip.Hold) bool { return (h.ItemType == trip.ItemHotel) == (prefix == "f") }
		if held := slices.DeleteFunc(slices.Clone(in.WorkingMemory.Holds), isOther); i == 0 && len(held) > 0 {
			id = of(c.rng, held).OptionID
		}
		delete(c.supplier.fareOf, id) // from now on it is sold alone
		fmt.Fprintf(&b, `{"option_id":%q,"total_price":%s,"refundable":%t,"segments":[{"flight_number":"F%d"}]}`,
			id, c.price(), c.rng.oneIn(2), c.rng.below(5))
	}
	b.WriteString(`]`)
	if byRoom {
		return []byte(`{"options_by_room":[` + b.String() + `]}`)
	}
	return []byte(`{"options":` + b.String() + `}`)
}

// price draws a price; now and then one that is none, or in another currency.
func (c *conversation) price() string {
	if c.rng.oneIn(15) {
		return of(c.rng, []string{
			`{"amount":"-840.00","currency":"USD"}`, `{"amount":0,"currency":"USD"}`, `{"amount":"9.00","currency":"BTC"}`,
			`{"amount":"9.00","currency":"EUR"}`,
		})
	}
	return fmt.Sprintf(`{"amount":"%d.00","currency":"USD"}`, 1+c.rng.below(900))
}

// ranking makes bundles of what was found.
func (c *conversation) ranking(in *trip.Intent) []byte {
	var flights, hotels []string
	for _, id := range c.rankedFlights(in) {
		flights = append(flights, strconv.Quote(id))
	}
	for _, stay := range in.WorkingMemory.HotelQuotes {
		for _, room := range stay {
			if len(room) > 0 {
				hotels = append(hotels, strconv.Quote(of(c.rng, room).OptionID))
			}
		}
	}
	n := c.rng.weighted([]int{1, 9, 6})
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"bundle_id":"b%d","flight_option_ids":[%s],"hotel_option_ids":[%s],"estimated_total":{"amount":"%d.00","currency":"USD"},"why_this_bundle":"cheap","tradeoffs":["long"]}`,
			i, strings.Join(flights, ","), strings.Join(hotels, ","), 1+c.rng.below(5000))
	}
	return []byte(`{"bundles":[` + strings.Join(list, ",") + `]}`)
}

func (c *conversation) risks() []byte {
	blockers, confirm := "", ""
	if c.rng.oneIn(8) {
		blockers = `"over the policy"`
	}
	if c.rng.oneIn(4) {
		confirm = `"` + confirmation + `"`
	}
	return []byte(`{"risks":["tight"],"blocking_issues":[` + blockers + `],"required_user_confirmations":[` +
		confirm + `]}`)
}

// confirmation is what a risk report asks for.
const confirmation = "I know that it is not refundable"

// modelStep draws what a model says next, some of it bad.
func (c *conversation) modelStep() []byte {
	switch c.rng.below(9) {
	case 0:
		return []byte(`{"text":"It is four.","finish_reason":"stop","usage":{"input_tokens":50,"output_tokens":5}}`)
	case 1:
		return []byte(`{"text":"` + strings.Repeat("All of it. ", 30) + `"}`)
	case 2:
		return []byte(`{"finish_reason":"stop"}`)
	case 3:
		return []byte(`{"plan":{"steps":[{"id":"s1","tool":"retrieve_docs","args":{"query":"rules"}},{"id":"s2","tool":"retrieve_chunks","args":{"query":"rules","document_ids":["<from_step_` +
			of(c.rng, []string{"s1", "s2", "s9"}) + `>"]}}]}}`)
	case 4:
		return []byte(`{"plan":"do it"}`)
	default:
		n := 1 + c.rng.below(3)
		list := make([]string, n)
		for i := range list {
			list[i] = of(c.rng, proposals)
		}
		return []byte(`{"tool_calls":[` + strings.Join(list, ",") + `]}`)
	}
}

// proposals are calls that a model may think of; not all of them may run.
var proposals = []string{
	`{"name":"search_places","arguments":{"location":"Rome","category":"food"}}`,
	`{"name":"search_places","arguments":{"location":""}}`,
	`{"name":"web_search","arguments":{"query":"weather"}}`,
	`{"name":"execute_javascript","arguments":{"code":"5*4*3*2"}}`,
	`{"name":"get_weather","arguments":{}}`,
	`{"name":"retrieve_chunks","arguments":{"query":"rules","document_ids":[` + placeholder + `]}}`,
	`{"name":"retrieve_chunks","arguments":{"query":"rules","document_ids":["<from_step_s1>"]}}`,
	`{"name":"retrieve_chunks","arguments":{"query":"rules","document_ids":["3f0c9a52-1111-4c4c-9d9d-000000000009"]}}`,
	`{"name":"retrieve_docs","arguments":{"query":"<the_query>"}}`,
	`{"name":"booking_confirm_and_purchase","arguments":{"hold_ids":["h"]}}`,
	`{"name":"no_such_tool","arguments":{}}`,
	`{"name":"web_search","arguments":{"q":1}}`,
}
