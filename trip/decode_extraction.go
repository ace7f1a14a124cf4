package trip

import (
	"cmp"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// DecodeExtraction reads the result of trip_requirements_extract (CONTRACT 3). Null, absent and
// blank are the same: no change; but an object of nothing but unknown members is no extraction. A
// budget or nightly price without a currency is in the currency of the other, else in US dollars.
//
// Errors: *MalformedError, which names the field.
func DecodeExtraction(raw Raw) (Extraction, error) {
	var d decoder
	d.start(raw)
	var e Extraction
	d.extraction(&e)
	if err := d.finish(); err != nil {
		return Extraction{}, err
	}
	return e, nil
}

func (d *decoder) extraction(e *Extraction) {
	var prices extractedPrices
	start := d.Offset()
	known := false
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "assumptions":
			e.HasAssumptions = d.Kind() != wire.Null
			d.textList(&e.Assumptions, MaxItems)
		case "clarifying_questions":
			d.textList(&e.ClarifyingQuestions, MaxItems)
		case "missing_required_fields":
			d.textList(&e.MissingRequiredFields, MaxItems)
		case "request":
			d.requestKind(&e.Kind)
		case "trip_intent":
			d.tripPatch(e, &prices)
		default:
			d.skipOther()
			continue
		}
		known = true
	}
	if d.other && !known {
		d.Missing(start, "trip_intent", "an object")
	}
	d.settlePrices(e, &prices)
}

// extractedPrices are read before it is known which currency holds for them.
type extractedPrices struct{ budget, nightly price }

func (d *decoder) settlePrices(e *Extraction, p *extractedPrices) {
	currency := cmp.Or(p.budget.currency, p.nightly.currency, DefaultCurrency)
	if p.budget.set {
		d.settle(&e.Constraints.BudgetTotal, p.budget, currency)
	}
	if p.nightly.set {
		d.settle(&e.Lodging.MaxPricePerNight, p.nightly, cmp.Or(p.nightly.currency, currency))
	}
}

// saidPrice reads a price; null and blank texts change nothing.
func (d *decoder) saidPrice(p *price) {
	if !d.blank() {
		*p = d.price()
	}
}

// blank reads a null or a blank string and reports whether it did: both are absent here.
func (d *decoder) blank() bool {
	if d.Null() {
		return true
	}
	if d.Kind() != wire.Text {
		return false
	}
	at := d.Offset()
	if strings.TrimSpace(d.String()) == "" {
		return true
	}
	d.Seek(at)
	return false
}

// said reads a text; a blank one changes nothing.
func (d *decoder) said(p *string) {
	if !d.blank() {
		d.text(p)
	}
}

// saidDate reads a date; a blank text changes nothing.
func (d *decoder) saidDate(p *Date) {
	if !d.blank() {
		d.date(p)
	}
}

func (d *decoder) requestKind(p *RequestKind) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch {
		case d.Key() != "kind":
			d.skipUnknown()
		case !d.blank():
			oneOf(d, p, "plan or assist", KindPlan, KindAssist)
		}
	}
}

// tripPatch reads trip_intent.
func (d *decoder) tripPatch(e *Extraction, prices *extractedPrices) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "cabin":
			d.said(&e.Cabin)
		case "constraints":
			d.constraintsPatch(&e.Constraints, &prices.budget)
		case "contact":
			d.contactPatch(&e.Contact)
		case "dates":
			d.dates(e)
		case "destination":
			d.saidPlace(&e.Destination)
		case "lodging":
			d.lodgingPatch(&e.Lodging, &prices.nightly)
		case "origin":
			d.saidPlace(&e.Origin)
		case "segments":
			d.segmentPatches(&e.Segments)
		case "stays":
			d.stayPatches(&e.Stays)
		case "travelers":
			d.travelersPatch(&e.Travelers)
		case "trip_type":
			if !d.blank() {
				d.tripType(&e.TripType)
			}
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) dates(e *Extraction) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "departure_date":
			d.saidDate(&e.DepartureDate)
		case "return_date":
			d.saidDate(&e.ReturnDate)
		default:
			d.skipUnknown()
		}
	}
}

// saidPlace reads a place whose blank members are absent.
func (d *decoder) saidPlace(p *Place) {
	if d.blank() {
		return
	}
	d.place(p)
	p.trim()
}

// trim makes blank members absent.
func (p *Place) trim() {
	p.Type, p.Code, p.City = strings.TrimSpace(p.Type), strings.TrimSpace(p.Code), strings.TrimSpace(p.City)
}

func (d *decoder) travelersPatch(t *TravelersPatch) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "adults":
			d.optional(&t.Adults, 0, MaxTravelers)
		case "children":
			d.optional(&t.Children, 0, MaxTravelers)
		case "infants":
			d.optional(&t.Infants, 0, MaxTravelers)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) constraintsPatch(c *ConstraintsPatch, budget *price) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "avoid_red_eye":
			d.truth(&c.AvoidRedEye)
		case "budget_total":
			d.saidPrice(budget)
		case "max_stops":
			d.optional(&c.MaxStops, 0, MaxSmall)
		case "preferred_airlines":
			d.airlines(&c.PreferredAirlines)
		case "refundable_only":
			d.truth(&c.RefundableOnly)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) contactPatch(c *Contact) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "email":
			d.said(&c.Email)
		case "phone":
			d.said(&c.Phone)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) lodgingPatch(l *LodgingPatch, nightly *price) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "check_in":
			d.saidDate(&l.CheckIn)
		case "check_out":
			d.saidDate(&l.CheckOut)
		case "hotel_star_min":
			d.optional(&l.HotelStarMin, 0, MaxSmall)
		case "location_hint":
			d.said(&l.LocationHint)
		case "max_price_per_night":
			d.saidPrice(nightly)
		case "needed":
			d.truth(&l.Needed)
		case "rooms":
			d.optional(&l.Rooms, 0, MaxSmall)
		default:
			d.skipUnknown()
		}
	}
}

// segmentPatches reads legs that are merged by index: null is one that changes nothing.
func (d *decoder) segmentPatches(p *[]SegmentPatch) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []SegmentPatch
	for d.List(); d.another(at, len(out), MaxSegments); {
		out = append(out, SegmentPatch{})
		if !d.Null() {
			d.segmentPatch(&out[len(out)-1])
		}
	}
	*p = out
}

func (d *decoder) segmentPatch(s *SegmentPatch) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "depart_date":
			d.saidDate(&s.DepartDate)
		case "depart_time_window":
			d.windowPatch(&s.DepartTimeWindow)
		case "destination":
			d.saidPlace(&s.Destination)
		case "origin":
			d.saidPlace(&s.Origin)
		case "transport_mode":
			d.said(&s.TransportMode)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) windowPatch(w *TimeWindow) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "end":
			d.said(&w.End)
		case "start":
			d.said(&w.Start)
		default:
			d.skipUnknown()
		}
	}
}

// stayPatches reads stays as segmentPatches reads legs.
func (d *decoder) stayPatches(p *[]Stay) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []Stay
	for d.List(); d.another(at, len(out), MaxStays); {
		out = append(out, Stay{})
		if !d.Null() {
			d.stayPatch(&out[len(out)-1])
		}
	}
	*p = out
}

func (d *decoder) stayPatch(s *Stay) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "check_in":
			d.saidDate(&s.CheckIn)
		case "check_out":
			d.saidDate(&s.CheckOut)
		case "location_code":
			d.said(&s.LocationCode)
		case "location_hint":
			d.said(&s.LocationHint)
		case "rooms":
			d.optional(&s.Rooms, 0, MaxSmall)
		default:
			d.skipUnknown()
		}
	}
}
