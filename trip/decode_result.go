package trip

import (
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// start makes d read a tool's result. Members that this version does not know are dropped.
func (d *decoder) start(raw Raw) { d.Reset(string(raw), MaxDepth) }

// reserve guesses how many offers a text holds by a look at its objects: one of its own, and
// three an offer (itself, its price, its leg or nightly price).
func reserve(text string) int {
	return min(max((strings.Count(text, "{")-1)/3, 1), MaxOptions)
}

// DecodeFlightOptions reads the result of flight_quote_search: {options: […]}. Options of null
// are none; the list is never nil.
//
// Errors: *MalformedError, which names the field.
func DecodeFlightOptions(raw Raw) (FlightQuotes, error) {
	var d decoder
	d.start(raw)
	options := d.flightResult()
	if err := d.finish(); err != nil {
		return nil, err
	}
	return options, nil
}

func (d *decoder) flightResult() FlightQuotes {
	n := reserve(d.Rest())
	d.flights, d.legs = spare(d, d.flights, n), spare(d, d.legs, n)
	var options FlightQuotes
	start := d.Offset()
	for d.Object(); d.Next(); {
		if d.Key() == "options" {
			options = d.flightOptions()
			continue
		}
		d.skipOther()
	}
	if options == nil {
		d.Missing(start, "options", "a list")
	}
	return options
}

// DecodeHotelOptions reads the result of hotel_quote_search: {options_by_room: [[…]]}, or
// {options: […]} whose one list serves every room (sharedAllRooms). With both, the lists by
// room count.
//
// Errors: *MalformedError, which names the field.
func DecodeHotelOptions(raw Raw) (byRoom HotelQuotes, sharedAllRooms bool, err error) {
	var d decoder
	d.start(raw)
	byRoom, sharedAllRooms = d.hotelResult()
	if err := d.finish(); err != nil {
		return nil, false, err
	}
	return byRoom, sharedAllRooms, nil
}

func (d *decoder) hotelResult() (byRoom HotelQuotes, sharedAllRooms bool) {
	d.hotels = spare(d, d.hotels, reserve(d.Rest()))
	var shared []HotelOption
	start := d.Offset()
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "options":
			shared = d.hotelOptions()
		case "options_by_room":
			if !d.Null() {
				byRoom = d.rooms()
			}
		default:
			d.skipOther()
		}
	}
	if shared == nil && byRoom == nil {
		d.Missing(start, "options", "a list, or options_by_room")
	}
	if byRoom != nil {
		return byRoom, false
	}
	return HotelQuotes{shared}, true
}

// DecodeBundles reads the result of trip_option_ranker: {bundles: […]}. A single
// flight_option_id or hotel_option_id counts as a list of one.
//
// Errors: *MalformedError, which names the field.
func DecodeBundles(raw Raw) ([]Bundle, error) {
	var d decoder
	d.start(raw)
	bundles := d.bundleResult()
	if err := d.finish(); err != nil {
		return nil, err
	}
	return bundles, nil
}

func (d *decoder) bundleResult() []Bundle {
	bundles := make([]Bundle, 0, d.reserveBundles(d.Rest()))
	found := false
	start := d.Offset()
	for d.Object(); d.Next(); {
		if d.Key() == "bundles" {
			found = true
			bundles = d.bundles(bundles)
			continue
		}
		d.skipOther()
	}
	if !found {
		d.Missing(start, "bundles", "a list")
	}
	return bundles
}

// reserveBundles guesses how many bundles a text holds by a look at its objects, each has its own and
// its total's, and makes room for their texts.
func (d *decoder) reserveBundles(text string) int {
	const textsEach = 6 // ids and tradeoffs of most bundles
	n := min(max((strings.Count(text, "{")-1)/2, 1), MaxBundles)
	d.texts = spare(d, d.texts, n*textsEach)
	return n
}

// DecodeRiskReport reads the result of policy_and_risk_check. Lists that are null or absent
// are empty. An element is a text, or an object whose message, text, description or title is taken.
//
// Errors: *MalformedError, which names the field.
func DecodeRiskReport(raw Raw) (RiskReport, error) {
	var d decoder
	d.start(raw)
	var r RiskReport
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "blocking_issues":
			d.remarks(&r.BlockingIssues)
		case "bundle_id":
			d.text(&r.BundleID)
		case "required_user_confirmations":
			d.remarks(&r.RequiredUserConfirmations)
		case "risks":
			d.remarks(&r.Risks)
		default:
			d.skipUnknown()
		}
	}
	if err := d.finish(); err != nil {
		return RiskReport{}, err
	}
	return r, nil
}

func (d *decoder) remarks(p *[]string) {
	list(d, p, MaxItems, "", (*decoder).remark)
}

// remark reads a text, or the text of an object.
func (d *decoder) remark(p *string) {
	if d.Kind() == wire.Text {
		d.text(p)
		return
	}
	at := d.Offset()
	var message, text, description, title string
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "message":
			d.text(&message)
		case "text":
			d.text(&text)
		case "description":
			d.text(&description)
		case "title":
			d.text(&title)
		default:
			d.skipUnknown()
		}
	}
	for _, s := range [...]string{message, text, description, title} {
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
	d.start(raw)
	var holds []Hold
	found := false
	start := d.Offset()
	for d.Object(); d.Next(); {
		if d.Key() == "holds" {
			found = true
			list(&d, &holds, MaxHolds, Hold{}, (*decoder).newHold)
			continue
		}
		d.skipUnknown()
	}
	if !found {
		d.Missing(start, "holds", "a list")
	}
	if err := d.finish(); err != nil {
		return nil, err
	}
	return holds, nil
}

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
	d.start(raw)
	var c Confirmation
	found := false
	start := d.Offset()
	for d.Object(); d.Next(); {
		if d.Key() == "confirmation" {
			found = true
			d.confirmation(&c)
			continue
		}
		d.skipUnknown()
	}
	if !found {
		d.Missing(start, "confirmation", "an object")
	}
	if err := d.finish(); err != nil {
		return Confirmation{}, err
	}
	return c, nil
}

func (d *decoder) confirmation(c *Confirmation) {
	at := d.Offset()
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "record_locator":
			d.text(&c.RecordLocator)
		case "status":
			d.text(&c.Status)
		case "tickets":
			d.tickets(&c.Tickets)
		default:
			d.skipUnknown()
		}
	}
	if c.Status == "" {
		d.Missing(at, "status", "a text")
	}
}

// DecodeFollowup reads the result of generate_followup_questions: {message}, which is not blank.
//
// Errors: *MalformedError, which names the field.
func DecodeFollowup(raw Raw) (string, error) {
	var d decoder
	d.start(raw)
	var message string
	start := d.Offset()
	for d.Object(); d.Next(); {
		if d.Key() == "message" {
			d.text(&message)
			continue
		}
		d.skipUnknown()
	}
	if strings.TrimSpace(message) == "" {
		d.Missing(start, "message", "a text that is not blank")
	}
	if err := d.finish(); err != nil {
		return "", err
	}
	return message, nil
}
