package trip

import (
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// The results of tools. Members that this version does not know are dropped.

// flightResult is the result of flight_quote_search.
//
//codec:read known result=resultFlights
type flightResult struct {
	Options []FlightOption `wire:"options,required=a list,max=MaxOptions,as=offeredFlights"`
}

// hotelResult is the result of hotel_quote_search. Options is one list that serves every room.
//
//codec:read known result=resultHotels
type hotelResult struct {
	Options       []HotelOption `wire:"options,max=MaxOptions,as=offeredHotels"`
	OptionsByRoom HotelQuotes   `wire:"options_by_room,as=rooms,rare"`
}

// bundleResult is the result of trip_option_ranker.
//
//codec:read known result=resultBundles
type bundleResult struct {
	Bundles []Bundle `wire:"bundles,required=a list,max=MaxBundles"`
}

// riskResult is the result of policy_and_risk_check: a RiskReport whose lists have several forms.
//
//codec:read
type riskResult struct {
	BundleID                  string   `wire:"bundle_id"`
	Risks                     []string `wire:"risks,as=remarks"`
	BlockingIssues            []string `wire:"blocking_issues,as=remarks"`
	RequiredUserConfirmations []string `wire:"required_user_confirmations,as=remarks"`
}

// remark is an element of those lists that is no plain text.
//
//codec:read
type remark struct {
	Message     string `wire:"message"`
	Text        string `wire:"text"`
	Description string `wire:"description"`
	Title       string `wire:"title"`
}

// holdResult is the result of reservation_hold_create.
//
//codec:read
type holdResult struct {
	Holds []Hold `wire:"holds,required=a list,max=MaxHolds,as=newHolds"`
}

// purchaseResult is the result of booking_confirm_and_purchase.
//
//codec:read
type purchaseResult struct {
	Confirmation Confirmation `wire:"confirmation,required=an object"`
}

// followupResult is the result of generate_followup_questions.
//
//codec:read
type followupResult struct {
	Message string `wire:"message"`
}

// start makes d read a tool's result.
func (d *decoder) start(raw Raw) { d.Reset(string(raw), MaxDepth) }

// DecodeFlightOptions reads the result of flight_quote_search: {options: […]}. Options of null
// are none; the list is never nil.
//
// Errors: *MalformedError, which names the field.
func DecodeFlightOptions(raw Raw) (FlightQuotes, error) {
	var d decoder
	var r flightResult
	d.start(raw)
	d.flightResult(&r)
	if err := d.finish(); err != nil {
		return nil, err
	}
	return r.Options, nil
}

func (d *decoder) flightResult(r *flightResult) {
	d.reserveFlightOptions(d.Rest())
	d.flightResultMembers(r)
}

// offeredFlights reads a list of offers; null is the empty list.
func (d *decoder) offeredFlights(p *[]FlightOption, limit int) {
	if d.flightOptions(p, limit); *p == nil {
		*p = []FlightOption{}
	}
}

// DecodeHotelOptions reads the result of hotel_quote_search: {options_by_room: [[…]]}, or
// {options: […]} whose one list serves every room (sharedAllRooms). With both, the lists by
// room count.
//
// Errors: *MalformedError, which names the field.
func DecodeHotelOptions(raw Raw) (byRoom HotelQuotes, sharedAllRooms bool, err error) {
	var d decoder
	var r hotelResult
	d.start(raw)
	d.hotelResult(&r)
	if err := d.finish(); err != nil {
		return nil, false, err
	}
	byRoom, sharedAllRooms = d.quotes(&r)
	return byRoom, sharedAllRooms, nil
}

func (d *decoder) hotelResult(r *hotelResult) {
	d.reserveHotelOptions(d.Rest())
	start := d.Offset()
	d.hotelResultMembers(r)
	if r.Options == nil && r.OptionsByRoom == nil {
		d.Missing(start, "options", "a list, or options_by_room")
	}
}

// quotes returns the lists by room of a result.
func (d *decoder) quotes(r *hotelResult) (byRoom HotelQuotes, sharedAllRooms bool) {
	if r.OptionsByRoom != nil {
		return r.OptionsByRoom, false
	}
	d.stays = append(spare(d, d.stays, 1), r.Options)
	return d.stays[:1:1], true
}

// offeredHotels reads a list of offers; null is the empty list.
func (d *decoder) offeredHotels(p *[]HotelOption, limit int) {
	if d.hotelOptions(p, limit); *p == nil {
		*p = []HotelOption{}
	}
}

// rooms reads a list of offers for each room.
func (d *decoder) rooms(p *HotelQuotes) {
	if d.Null() {
		return
	}
	at, out := d.Offset(), HotelQuotes{}
	for d.List(); d.another(at, len(out), MaxSmall); {
		out = append(out, nil)
		d.offeredHotels(&out[len(out)-1], MaxOptions)
	}
	*p = out
}

// flightQuotes reads lists by segment; a null list stays nil.
func (d *decoder) flightQuotes(p *[]FlightQuotes) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []FlightQuotes
	for d.List(); d.another(at, len(out), MaxSegments); {
		out = append(out, nil)
		if !d.Null() {
			d.offeredFlights((*[]FlightOption)(&out[len(out)-1]), MaxOptions)
		}
	}
	*p = out
}

// hotelQuotes reads lists by stay; a null list stays nil.
func (d *decoder) hotelQuotes(p *[]HotelQuotes) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []HotelQuotes
	for d.List(); d.another(at, len(out), MaxStays); {
		out = append(out, nil)
		d.rooms(&out[len(out)-1])
	}
	*p = out
}

// DecodeBundles reads the result of trip_option_ranker: {bundles: […]}. A single
// flight_option_id or hotel_option_id counts as a list of one.
//
// Errors: *MalformedError, which names the field.
func DecodeBundles(raw Raw) ([]Bundle, error) {
	var d decoder
	var r bundleResult
	d.start(raw)
	d.bundleResult(&r)
	if err := d.finish(); err != nil {
		return nil, err
	}
	return r.Bundles, nil
}

func (d *decoder) bundleResult(r *bundleResult) {
	d.reserveBundles(d.Rest())
	d.bundleResultMembers(r)
}

// bundle reads an element of the list.
func (d *decoder) bundle(b *Bundle) {
	if d.Kind() == wire.Null {
		d.Fail("an element")
		return
	}
	d.bundleMembers(b)
}

// DecodeRiskReport reads the result of policy_and_risk_check. Lists that are null or absent
// are empty. An element is a text, or an object whose message, text, description or title is taken.
//
// Errors: *MalformedError, which names the field.
func DecodeRiskReport(raw Raw) (RiskReport, error) {
	var d decoder
	var r riskResult
	d.start(raw)
	d.riskResult(&r)
	if err := d.finish(); err != nil {
		return RiskReport{}, err
	}
	return RiskReport(r), nil
}

func (d *decoder) remarks(p *[]string) { list(d, p, MaxItems, (*decoder).oneRemark) }

// oneRemark reads a text, or the text of an object.
func (d *decoder) oneRemark(p *string) {
	if d.Kind() == wire.Text {
		d.text(p)
		return
	}
	at := d.Offset()
	var r remark
	d.remark(&r)
	for _, s := range [...]string{r.Message, r.Text, r.Description, r.Title} {
		if strings.TrimSpace(s) != "" {
			*p = s
			return
		}
	}
	d.Missing(at, "message", "a text")
}

// DecodeHolds reads the result of reservation_hold_create: {holds: […]}. Each has its option_id and
// status, and a hold_id if it is held.
//
// Errors: *MalformedError, which names the field.
func DecodeHolds(raw Raw) ([]Hold, error) {
	var d decoder
	var r holdResult
	d.start(raw)
	d.holdResult(&r)
	if err := d.finish(); err != nil {
		return nil, err
	}
	return r.Holds, nil
}

func (d *decoder) newHolds(p *[]Hold, limit int) { list(d, p, limit, (*decoder).newHold) }

// newHold reads a hold as a tool reports it.
func (d *decoder) newHold(h *Hold) {
	at := d.Offset()
	d.hold(h)
	switch {
	case h.OptionID == "":
		d.Missing(at, "option_id", "a text")
	case h.Status == "":
		d.Missing(at, "status", "a text")
	case h.Status == HoldHeld && h.HoldID == "":
		d.Missing(at, "hold_id", "a text")
	}
}

// DecodeConfirmation reads the result of booking_confirm_and_purchase:
// {confirmation: {record_locator, status, tickets}}. Only status is required.
//
// Errors: *MalformedError, which names the field.
func DecodeConfirmation(raw Raw) (Confirmation, error) {
	var d decoder
	var r purchaseResult
	d.start(raw)
	d.purchaseResult(&r)
	if err := d.finish(); err != nil {
		return Confirmation{}, err
	}
	return r.Confirmation, nil
}

// DecodeFollowup reads the result of generate_followup_questions: {message}, which is not blank.
//
// Errors: *MalformedError, which names the field.
func DecodeFollowup(raw Raw) (string, error) {
	var d decoder
	var r followupResult
	d.start(raw)
	at := d.Offset()
	d.followupResult(&r)
	if strings.TrimSpace(r.Message) == "" {
		d.Missing(at, "message", "a text that is not blank")
	}
	if err := d.finish(); err != nil {
		return "", err
	}
	return r.Message, nil
}
