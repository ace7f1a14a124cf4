package trip

import (
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// DecodeIntent reads an intent document. Absent and null fields have the defaults of
// [NewIntent]; fields that this version does not know are left out and listed. Empty lists
// decode to nil, but for those in which nil has a meaning of its own (quotes, preferred airlines).
// Texts of the intent are parts of doc where that is possible, and keep it in memory.
//
// Errors: *MalformedError, which names the field.
func DecodeIntent(doc string) (Intent, []Warning, error) {
	return MergeIntent(NewIntent(), doc)
}

// MergeIntent returns base with a patch on it: objects merge, scalars and lists are replaced,
// null changes nothing. Nothing that base points to is modified.
//
// Errors: *MalformedError, which names the field; the returned intent is base then.
func MergeIntent(base Intent, patch string) (Intent, []Warning, error) {
	d := decoder{watch: true}
	d.Reset(patch, MaxDepth)
	out := base
	d.intent(&out)
	if err := d.finish(); err != nil {
		return base, nil, err
	}
	return out, d.warnings(patch), nil
}

func (d *decoder) intent(in *Intent) {
	d.nightly = price{}
	for d.Object(); d.Next(); {
		d.intentMember(in, d.Key())
	}
	if d.nightly.set {
		currency := in.Constraints.Currency
		if currency == "" {
			currency = DefaultCurrency
		}
		d.settle(&in.Preferences.Hotel.MaxPricePerNight, d.nightly, currency)
	}
}

func (d *decoder) intentMember(in *Intent, key string) {
	switch key {
	case "constraints":
		d.constraints(&in.Constraints)
	case "created_at":
		d.instant(&in.CreatedAt)
	case "itinerary":
		d.itinerary(&in.Itinerary)
	case "party":
		d.party(&in.Party)
	case "policy":
		d.travelPolicy(&in.Policy)
	case "preferences":
		d.preferences(&in.Preferences)
	case "request":
		d.request(&in.Request)
	case "schema":
		oneOf(d, &in.Schema, `"`+Schema+`", the schema that this version reads`, Schema)
	case "scope":
		d.scope(&in.Scope)
	case "status":
		d.status(&in.Status)
	case "trip_id":
		readText(d, &in.TripID)
	case "turn":
		d.turn(&in.Turn)
	case "updated_at":
		d.instant(&in.UpdatedAt)
	case "working_memory":
		d.workingMemory(&in.WorkingMemory)
	default:
		d.skipUnknown()
	}
}

func (d *decoder) request(r *Request) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "home_airport_code":
			d.text(&r.HomeAirportCode)
		case "kind":
			oneOf(d, &r.Kind, "plan or assist", KindPlan, KindAssist)
		case "locale":
			d.text(&r.Locale)
		case "timezone":
			d.text(&r.Timezone)
		case "user_message":
			d.text(&r.UserMessage)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) status(s *StatusSection) {
	if d.Null() {
		return
	}
	at := d.Offset()
	phase, state := "", ""
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "ask":
			d.ask(&s.Ask)
		case "assumptions":
			d.textList(&s.Assumptions, MaxItems)
		case "last_tool_error":
			d.toolFailure(&s.LastToolError)
		case "missing_required":
			d.textList(&s.MissingRequired, MaxItems)
		case "notes":
			d.textList(&s.Notes, MaxNotes)
		case "phase":
			d.text(&phase)
		case "state":
			d.text(&state)
		default:
			d.skipUnknown()
		}
	}
	node, ok := s.Node.with(phase, state)
	if !ok {
		d.FailAt(at, "a phase and a state that belong together", wire.Quote(phase+"/"+state))
		return
	}
	s.Node = node
}

// toolFailure reads the failure as a whole: it does not merge.
func (d *decoder) toolFailure(p **ToolFailure) {
	if d.Null() {
		return
	}
	var f ToolFailure
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "at":
			d.instant(&f.At)
		case "error":
			d.text(&f.Error)
		case "tool_name":
			d.text(&f.ToolName)
		default:
			d.skipUnknown()
		}
	}
	*p = &f
}

func (d *decoder) party(p *Party) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "contact":
			d.contact(&p.Contact)
		case "traveler_profile_ids":
			d.textList(&p.TravelerProfileIDs, MaxItems)
		case "travelers":
			d.travelers(&p.Travelers)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) contact(c *Contact) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "email":
			d.text(&c.Email)
		case "phone":
			d.text(&c.Phone)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) travelers(t *Travelers) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "adults":
			d.integer(&t.Adults, 0, MaxTravelers)
		case "children":
			d.integer(&t.Children, 0, MaxTravelers)
		case "infants":
			d.integer(&t.Infants, 0, MaxTravelers)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) constraints(c *Constraints) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "budget_total":
			d.money(&c.BudgetTotal)
		case "currency":
			d.currency(&c.Currency)
		case "refundable_preference":
			d.flag(&c.RefundablePreference)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) preferences(p *Preferences) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "flight":
			d.flightPreferences(&p.Flight)
		case "hotel":
			d.hotelPreferences(&p.Hotel)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) flightPreferences(p *FlightPreferences) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "avoid_red_eye":
			d.truth(&p.AvoidRedEye)
		case "cabin":
			d.text(&p.Cabin)
		case "max_stops":
			d.optional(&p.MaxStops, 0, MaxSmall)
		case "preferred_airlines":
			d.airlines(&p.PreferredAirlines)
		default:
			d.skipUnknown()
		}
	}
}

// airlines reads a list in which empty differs from absent.
func (d *decoder) airlines(p *[]string) {
	if d.Null() {
		return
	}
	d.textList(p, MaxItems)
	if *p == nil {
		*p = []string{}
	}
}

func (d *decoder) hotelPreferences(p *HotelPreferences) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "max_price_per_night":
			d.nightlyPrice(&p.MaxPricePerNight)
		case "refundable_only":
			d.truth(&p.RefundableOnly)
		case "star_min":
			d.optional(&p.StarMin, 0, MaxSmall)
		default:
			d.skipUnknown()
		}
	}
}

// nightlyPrice reads money; a bare amount waits until constraints.currency was read.
func (d *decoder) nightlyPrice(p *Money) {
	if d.Null() {
		return
	}
	read := d.price()
	switch {
	case !read.set: // no amount, no wish
	case read.currency == "":
		d.nightly = read
	default:
		d.settle(p, read, read.currency)
	}
}

func (d *decoder) travelPolicy(p *TravelPolicy) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		if d.Key() == "rules" {
			d.rules(&p.Rules)
			continue
		}
		d.skipUnknown()
	}
}

func (d *decoder) rules(r *Rules) {
	if d.Null() {
		return
	}
	var extra []Member
	at := d.Offset()
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "require_user_approval_to_purchase":
			d.flag(&r.RequireUserApprovalToPurchase)
		case "holds_allowed_without_approval":
			d.flag(&r.HoldsAllowedWithoutApproval)
		default:
			d.keep(&extra)
		}
	}
	r.Extra = mergeMembers(r.Extra, extra)
	if len(r.Extra) > MaxItems {
		d.tooMany(at, MaxItems)
	}
}

// keep notes an unknown member with its value.
func (d *decoder) keep(members *[]Member) {
	m := Member{Key: d.Key()}
	d.foreign(&m.Value)
	*members = append(*members, m)
}

// mergeMembers returns base with newer members on it, sorted by key. It modifies no base.
func mergeMembers(base, newer []Member) []Member {
	if len(newer) == 0 {
		return base
	}
	out := make([]Member, 0, len(base)+len(newer))
	for _, m := range base {
		if !slices.ContainsFunc(newer, func(n Member) bool { return n.Key == m.Key && n.Value != "null" }) {
			out = append(out, m)
		}
	}
	for _, m := range newer {
		if m.Value != "null" || !slices.ContainsFunc(base, func(b Member) bool { return b.Key == m.Key }) {
			out = append(out, m)
		}
	}
	sortMembers(out)
	return out
}

func sortMembers(members []Member) {
	slices.SortFunc(members, func(a, b Member) int { return wire.CompareUTF16(a.Key, b.Key) })
}

func (d *decoder) scope(s *Scope) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "document_ids":
			d.textList(&s.DocumentIDs, MaxItems)
		case "property_id":
			d.text(&s.PropertyID)
		case "tenant":
			d.text(&s.Tenant)
		default:
			d.skipUnknown()
		}
	}
}
