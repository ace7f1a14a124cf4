package trip

import (
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// Result is the result of a tool as [ReadResult] reads it. For a tool that the engine does not know it is a [Raw]. It
// is never modified.
type Result interface{ isResult() }

// FlightResult is the result of flight_quote_search. Options is never nil.
//
//codec:read known result=resultFlights
type FlightResult struct {
	Options []FlightOption `wire:"options,required=a list,max=MaxOptions,as=offeredFlights"`
	LeftOut int            `wire:"-"` // offers that the applier left out, since nobody can mean them
}

// HotelResult is the result of hotel_quote_search. Options is one list that serves every room; where
// there are lists by room, those count.
//
//codec:read known result=resultHotels
type HotelResult struct {
	Options       []HotelOption `wire:"options,max=MaxOptions,as=offeredHotels"`
	OptionsByRoom HotelQuotes   `wire:"options_by_room,as=rooms,rare"`
	LeftOut       int           `wire:"-"` // offers that the applier left out, since nobody can mean them
}

// BundleResult is the result of trip_option_ranker. A single flight_option_id or hotel_option_id counts
// as a list of one.
//
//codec:read known result=resultBundles
type BundleResult struct {
	Bundles   []Bundle `wire:"bundles,required=a list,max=MaxBundles"`
	BadTotals []bool   `wire:"-"` // of which bundles the applier could not read the total; may be shorter
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

// HoldResult is the result of reservation_hold_create. Each hold has its option_id and status, and a
// hold_id if it is held.
//
//codec:read
type HoldResult struct {
	Holds    []Hold            `wire:"holds,required=a list,max=MaxHolds,as=newHolds"`
	Requests []AnsweredRequest `wire:"requests,max=MaxItems"` // what became of the special requests
	Lost     []Hold            `wire:"-"`                     // what the applier left out, since nobody can mean it, as far as it can be read
}

// purchaseResult is the result of booking_confirm_and_purchase.
//
//codec:read
type purchaseResult struct {
	Confirmation Confirmation `wire:"confirmation,required=an object"`
}

// Followup is the result of generate_followup_questions; the message is not blank.
//
//codec:read
type Followup struct {
	Message string `wire:"message"`
}

func (*FlightResult) isResult() {}
func (*HotelResult) isResult()  {}
func (*BundleResult) isResult() {}
func (*Extraction) isResult()   {}
func (*RiskReport) isResult()   {}
func (*HoldResult) isResult()   {}
func (*Confirmation) isResult() {}
func (*Followup) isResult()     {}
func (*Proposal) isResult()     {}
func (Raw) isResult()           {}

// ReadResult reads the result of a tool; unknown members are dropped. That of a tool that the engine does
// not know is itself.
//
//   - Errors: *MalformedError, which names the field.
func ReadResult(tool string, raw Raw) (Result, error) {
	var d decoder
	d.Reset(string(raw), MaxDepth)
	var r Result
	switch tool {
	case ToolFlightSearch:
		r = reading(&d, (*decoder).flightResult)
	case ToolHotelSearch:
		r = reading(&d, (*decoder).hotelResult)
	case ToolRank:
		r = reading(&d, (*decoder).bundleResult)
	case ToolExtract:
		r = reading(&d, (*decoder).extraction)
	case ToolRiskCheck:
		r = reading(&d, (*decoder).checkedRisk)
	case ToolHold:
		r = reading(&d, (*decoder).holdResult)
	case ToolPurchase:
		r = reading(&d, (*decoder).purchased)
	case ToolFollowup:
		r = reading(&d, (*decoder).followup)
	case ToolAssistantStep:
		r = reading(&d, (*decoder).proposal)
	default:
		return raw, nil
	}
	if err := d.finish(); err != nil {
		return nil, err
	}
	return r, nil
}

// DecodeExtraction reads the result of trip_requirements_extract.
//
//   - Errors: *MalformedError, which names the field.
func DecodeExtraction(raw Raw) (Extraction, error) { return decode(raw, (*decoder).extraction) }

// DecodeProposal reads the result of assistant_step.
//
//   - Errors: *MalformedError, which names the field.
func DecodeProposal(raw Raw) (Proposal, error) { return decode(raw, (*decoder).proposal) }

func decode[T any](raw Raw, read func(*decoder, *T)) (T, error) {
	var d decoder
	var r, none T
	d.Reset(string(raw), MaxDepth)
	read(&d, &r)
	if err := d.finish(); err != nil {
		return none, err
	}
	return r, nil
}

func reading[T any](d *decoder, read func(*decoder, *T)) *T {
	r := new(T)
	read(d, r)
	return r
}

func (d *decoder) flightResult(r *FlightResult) {
	d.reserveFlightOptions(d.Rest())
	d.flightResultMembers(r)
}

// offeredFlights reads a list of offers; null is the empty list.
func (d *decoder) offeredFlights(p *[]FlightOption, limit int) {
	if d.flightOptions(p, limit); *p == nil {
		*p = []FlightOption{}
	}
}

func (d *decoder) hotelResult(r *HotelResult) {
	d.reserveHotelOptions(d.Rest())
	start := d.Offset()
	d.hotelResultMembers(r)
	if r.Options == nil && r.OptionsByRoom == nil {
		d.Missing(start, "options", "a list, or options_by_room")
	}
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

func (d *decoder) bundleResult(r *BundleResult) {
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

// checkedRisk reads a report: an element of its lists is a text, or an object whose message, text,
// description or title is taken.
func (d *decoder) checkedRisk(out *RiskReport) {
	var r riskResult
	d.riskResult(&r)
	*out = RiskReport{
		BundleID: r.BundleID, Risks: r.Risks, BlockingIssues: r.BlockingIssues,
		RequiredUserConfirmations: r.RequiredUserConfirmations,
	}
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

// reportedHold is a hold as a tool reports it: a [Hold] without what the engine itself notes of one.
//
//codec:read
type reportedHold struct {
	HoldID     string  `wire:"hold_id"`
	ItemType   string  `wire:"item_type"`
	OptionID   string  `wire:"option_id"`
	ExpiresAt  Instant `wire:"expires_at,null"`
	Timezone   string  `wire:"timezone,optional"`
	Status     string  `wire:"status"`
	TotalPrice Money   `wire:"total_price,optional"`
	Ext        Raw     `wire:"ext,optional,as=supplied"`
}

func (d *decoder) newHolds(p *[]Hold, limit int) { list(d, p, limit, (*decoder).newHold) }

// newHold reads a hold as a tool reports it.
func (d *decoder) newHold(h *Hold) {
	at := d.Offset()
	var r reportedHold
	d.reportedHold(&r)
	*h = Hold{
		HoldID: r.HoldID, ItemType: r.ItemType, OptionID: r.OptionID, ExpiresAt: r.ExpiresAt, Timezone: r.Timezone,
		Status: r.Status, TotalPrice: r.TotalPrice, Ext: r.Ext,
	}
	switch {
	case h.OptionID == "":
		d.Missing(at, "option_id", "a text")
	case h.Status == "":
		d.Missing(at, "status", "a text")
	case h.Status == HoldHeld && h.HoldID == "":
		d.Missing(at, "hold_id", "a text")
	}
}

func (d *decoder) purchased(c *Confirmation) {
	var r purchaseResult
	d.purchaseResult(&r)
	*c = r.Confirmation
}

func (d *decoder) followup(f *Followup) {
	at := d.Offset()
	d.followupMembers(f)
	if strings.TrimSpace(f.Message) == "" {
		d.Missing(at, "message", "a text that is not blank")
	}
}
