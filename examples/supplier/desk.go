// Package supplier is the program of docs/suppliers.md: flights of one supplier and hotels of another, searched, held,
// given back and bought over HTTP.
package supplier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Desk sells what its suppliers have.
type Desk struct{ Flights, Rooms *Supplier }

// money writes cents as the engine reads money.
func money(cents int64) map[string]string {
	return map[string]string{"amount": fmt.Sprintf("%d.%02d", cents/100, cents%100), "currency": "EUR"}
}

// part is what comes back to us of an option, and then of a hold: the engine carries it and does not look into it.
type part struct {
	Supplier string `json:"supplier"`
	Hold     string `json:"hold,omitempty"`
	Cents    int64  `json:"cents"`
}

// searchFlights finds the flights of a leg, and its part of the return fares of the trip.
func (d *Desk) searchFlights(ctx context.Context, req tools.Request) ([]byte, error) {
	var q struct {
		Origin        string `json:"origin"`
		Destination   string `json:"destination"`
		DepartureDate string `json:"departure_date"`
		SegmentIndex  int    `json:"segment_index"`
		Travelers     struct{ Adults, Children, Infants int64 }
	}
	if err := json.Unmarshal(req.Arguments, &q); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
	}
	seats := q.Travelers.Adults + q.Travelers.Children
	var found, fares []offer
	asked := search{From: q.Origin, To: q.Destination, Day: q.DepartureDate, For: seats}
	if err := d.Flights.call(ctx, "POST", "/offers", "", asked, &found); err != nil {
		return nil, failed(err)
	}
	options := []any{}
	if there := returnOf(&req.Intent, seats); there != nil {
		if err := d.Flights.call(ctx, "POST", "/fares", "", there, &fares); err != nil {
			return nil, failed(err)
		}
		for _, o := range fares {
			options = append(options, d.returnFare(o, there, q.SegmentIndex))
		}
	}
	for _, o := range found {
		options = append(options, map[string]any{
			"option_id": o.ID, "total_price": money(o.Cents), "refundable": false, "cabin": "economy",
			"expires_at": o.Expires, "same_as": o.Number + " " + q.DepartureDate, // its id is another in each search
			"ext": part{Supplier: d.Flights.Name, Cents: o.Cents}, "segments": flown(&o, asked.From, asked.To),
		})
	}
	return json.Marshal(map[string]any{"options": options})
}

// flown describes the one flight of an offer.
func flown(o *offer, from, to string) []any {
	return []any{map[string]any{
		"from": from, "to": to, "airline": o.Name, "flight_number": o.Number, "stops": 0,
		"depart_at": o.Departs, "arrive_at": o.Arrives,
	}}
}

// returnOf asks for return fares where a trip goes there and back. It asks the same for both legs.
func returnOf(in *trip.Intent, seats int64) *search {
	legs := in.Itinerary.Segments
	if len(legs) != 2 || legs[0].Origin.Code != legs[1].Destination.Code ||
		legs[0].Destination.Code != legs[1].Origin.Code {
		return nil
	}
	return &search{
		From: legs[0].Origin.Code, To: legs[0].Destination.Code, For: seats,
		Day: legs[0].DepartDate.String(), Back: legs[1].DepartDate.String(),
	}
}

// returnFare returns the option that stands for one leg of a return fare. The options of both legs carry the name and
// the price of the whole fare. The fare is held and bought through the option of the first leg.
func (d *Desk) returnFare(o offer, asked *search, leg int) map[string]any {
	fare := o.Number + " " + asked.Day + ", " + o.Back.Number + " " + asked.Back
	from, to := asked.From, asked.To
	half := (o.Cents + 1) / 2
	id := o.ID
	if leg == 1 {
		from, to, half, id = to, from, o.Cents/2, id+"-back"
		o.Number, o.Departs, o.Arrives = o.Back.Number, o.Back.Departs, o.Back.Arrives
	}
	return map[string]any{
		"option_id": id, "total_price": money(half), "group": fare, "group_price": money(o.Cents),
		"refundable": false, "cabin": "economy", "expires_at": o.Expires, "same_as": fare,
		"ext": part{Supplier: d.Flights.Name, Cents: o.Cents}, "segments": flown(&o, from, to),
	}
}

// searchRooms finds rooms for a stay.
func (d *Desk) searchRooms(ctx context.Context, req tools.Request) ([]byte, error) {
	var q struct {
		LocationCode string `json:"location_code"`
		Dates        struct {
			StartDate string `json:"start_date"`
			EndDate   string `json:"end_date"`
		} `json:"dates"`
		RoomOccupancies []int64 `json:"room_occupancies"`
	}
	if err := json.Unmarshal(req.Arguments, &q); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
	}
	var found []offer
	rooms := int64(len(q.RoomOccupancies))
	asked := search{To: q.LocationCode, Day: q.Dates.StartDate, Until: q.Dates.EndDate, For: rooms}
	if err := d.Rooms.call(ctx, "POST", "/offers", "", asked, &found); err != nil {
		return nil, failed(err)
	}
	options := []any{}
	for _, o := range found {
		options = append(options, map[string]any{
			"option_id": o.ID, "hotel_name": o.Name, "star_rating": 3, "refundable": true,
			"total_price": money(o.Cents), "nightly_price": nil, "expires_at": o.Expires, "same_as": o.Name,
			"ext": part{Supplier: d.Rooms.Name, Cents: o.Cents},
		})
	}
	return json.Marshal(map[string]any{"options": options})
}

// named returns the supplier of a part.
func (d *Desk) named(name string) *Supplier {
	if name == d.Rooms.Name {
		return d.Rooms
	}
	return d.Flights
}

// items are what a hold is about.
func items(req tools.Request) (list []item, err error) {
	var q struct {
		Items []item `json:"items"`
	}
	if err := json.Unmarshal(req.Arguments, &q); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
	}
	return q.Items, nil
}

type item struct {
	ItemType string `json:"item_type"`
	OptionID string `json:"option_id"`
	Ext      part   `json:"ext"`
}

// result writes that an item is held, at the price of today, or as what it is not.
func (i *item) result(h held, status string) map[string]any {
	if status != "held" {
		return map[string]any{"item_type": i.ItemType, "option_id": i.OptionID, "hold_id": nil, "status": status}
	}
	return map[string]any{
		"item_type": i.ItemType, "option_id": i.OptionID, "hold_id": i.Ext.Supplier + "/" + h.Hold, "status": status,
		"expires_at": h.Expires, "total_price": money(h.Cents),
		"ext": part{Supplier: i.Ext.Supplier, Hold: h.Hold, Cents: h.Cents},
	}
}

// hold keeps every item with its supplier, under a key of its own that follows from the call's.
func (d *Desk) hold(ctx context.Context, req tools.Request) ([]byte, error) {
	list, err := items(req)
	if err != nil {
		return nil, err
	}
	holds := []any{}
	for _, i := range list {
		var h held
		status := "held"
		key := req.Key + "/" + i.OptionID
		err := d.named(i.Ext.Supplier).call(ctx, "POST", "/holds", key, offer{ID: i.OptionID}, &h)
		switch r := (*refusal)(nil); {
		case errors.As(err, &r) && r.status == http.StatusGone:
			status = "expired" // it is searched again by itself
		case errors.As(err, &r):
			status = "failed" // which says nothing of the other items
		case err != nil:
			return nil, err // some may be held: nobody knows before it is looked up
		}
		holds = append(holds, i.result(h, status))
	}
	return json.Marshal(map[string]any{"holds": holds})
}

// lookUpHold says what became of a hold whose answer was lost, item by item: it is given the arguments of the call. A
// hold that a supplier enters later than this lapses by itself.
func (d *Desk) lookUpHold(ctx context.Context, req tools.Request) (result []byte, found bool, err error) {
	list, err := items(req)
	if err != nil {
		return nil, false, err
	}
	holds := []any{}
	for _, i := range list {
		var h held
		status := "held"
		key := req.Key + "/" + i.OptionID
		err := d.named(i.Ext.Supplier).call(ctx, "GET", "/holds?key="+key, "", nil, &h)
		switch r := (*refusal)(nil); {
		case errors.As(err, &r) && r.status == http.StatusNotFound:
			status = "failed"
		case err != nil:
			return nil, false, err // books that cannot be read say nothing
		default:
			found = true
		}
		holds = append(holds, i.result(h, status))
	}
	result, err = json.Marshal(map[string]any{"holds": holds})
	return result, found, err
}

// release gives holds back. A hold that has ended, or was given back before, is given back.
func (d *Desk) release(ctx context.Context, req tools.Request) ([]byte, error) {
	var q struct {
		HoldIDs []string `json:"hold_ids"`
	}
	if err := json.Unmarshal(req.Arguments, &q); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
	}
	for _, id := range q.HoldIDs {
		name, hold, _ := strings.Cut(id, "/")
		err := d.named(name).call(ctx, "DELETE", "/holds/"+hold, req.Key, nil, nil)
		if r := (*refusal)(nil); err != nil && !errors.As(err, &r) {
			return nil, err
		}
	}
	return []byte(`{}`), nil
}

// purchase is the part of a purchase that one supplier sells.
type purchase struct {
	from *Supplier
	key  string
	order
}

// purchases divides a purchase by supplier, the flights first. It refuses any total but the one that was approved.
func (d *Desk) purchases(req tools.Request) ([]*purchase, error) {
	var q struct {
		ExpectedTotal map[string]string `json:"expected_total"`
		Items         []struct {
			Ext part `json:"ext"`
		} `json:"items"`
	}
	if err := json.Unmarshal(req.Arguments, &q); err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
	}
	all := []*purchase{{from: d.Flights}, {from: d.Rooms}}
	var total int64
	for _, item := range q.Items {
		p := all[0]
		if item.Ext.Supplier == d.Rooms.Name {
			p = all[1]
		}
		p.key, p.Holds, p.Cents = req.Key+"/"+p.from.Name, append(p.Holds, item.Ext.Hold), p.Cents+item.Ext.Cents
		total += item.Ext.Cents
	}
	if !maps.Equal(q.ExpectedTotal, money(total)) {
		return nil, tools.Failure(trip.ClassDenied, "the holds cost another total than was approved")
	}
	bought := all[:0]
	for _, p := range all {
		if len(p.Holds) > 0 {
			bought = append(bought, p)
		}
	}
	return bought, nil
}

// buy orders from one supplier after the other. Called again under the same key it makes what is not made yet: the
// catalog says settle: repeat of it. Where a later supplier refuses, the earlier orders are cancelled, so that the
// refusal is true of all; where that fails the outcome is in doubt, and in the end a person settles it. A supplier
// answers a known key as before, also of an order that was cancelled since: nothing is ordered beside such a one.
func (d *Desk) buy(ctx context.Context, req tools.Request) ([]byte, error) {
	all, err := d.purchases(req)
	if err != nil {
		return nil, err
	}
	made := make([]sold, len(all))
	for i, p := range all {
		err := p.from.call(ctx, "POST", "/orders", p.key, p.order, &made[i])
		if err == nil && p.from.call(ctx, "GET", "/orders/"+made[i].Locator, "", nil, nil) != nil {
			return nil, errors.New("an order was made, and nobody knows whether it still stands")
		}
		if r := (*refusal)(nil); errors.As(err, &r) {
			for k := range i {
				undo := all[k].from.call(ctx, "DELETE", "/orders/"+made[k].Locator, "", nil, nil)
				if undo != nil {
					return nil, fmt.Errorf("one order was made and could not be cancelled: %w", undo)
				}
			}
		}
		if err != nil {
			return nil, failed(err)
		}
	}
	return confirmed(made)
}

// confirmed is the result of a purchase, with what was charged.
func confirmed(made []sold) ([]byte, error) {
	var locators []string
	var cents int64
	for _, s := range made {
		locators, cents = append(locators, s.Locator), cents+s.Cents
	}
	return json.Marshal(map[string]any{"confirmation": map[string]any{
		"status": "confirmed", "record_locator": strings.Join(locators, " and "), "tickets": []any{},
		"total_price": money(cents),
	}})
}

// Tools returns what a runner is made of: how the desk decides, and what performs its calls.
func (d *Desk) Tools() (turn.Config, tools.Registry, error) {
	config := turn.Default()
	release, _ := config.Catalog.Tool(trip.ToolRelease)
	buy, _ := config.Catalog.Tool(trip.ToolPurchase)
	release.Settle, buy.Settle = catalog.Repeat, catalog.Repeat // a key that they know the suppliers answer as before
	buy.SettleAfterMillis = 5 * 60 * 1000                       // an order may wait so long in a queue of theirs
	var err error
	if config.Catalog, err = config.Catalog.With(release, buy); err != nil {
		return config, nil, err
	}
	registry, err := embedded.Tools(embedded.Options{}) // reading, ranking and the rest
	if err != nil {
		return config, nil, err
	}
	registry[trip.ToolFlightSearch] = tools.Tool{Run: d.searchFlights}
	registry[trip.ToolHotelSearch] = tools.Tool{Run: d.searchRooms}
	registry[trip.ToolHold] = tools.Tool{Run: d.hold, Lookup: d.lookUpHold}
	registry[trip.ToolRelease] = tools.Tool{Run: d.release}
	registry[trip.ToolPurchase] = tools.Tool{Run: d.buy}
	return config, registry, nil
}

// Open opens a desk on a store, which stays the caller's to close.
func (d *Desk) Open(s store.Store) (*runner.Runner, error) {
	config, registry, err := d.Tools()
	if err != nil {
		return nil, err
	}
	return runner.New(runner.Config{Store: s, Turn: config, Tools: registry})
}
