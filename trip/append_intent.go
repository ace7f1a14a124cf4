package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends the intent document as canonical JSON.
func (in *Intent) AppendJSON(dst []byte) []byte { return in.appendDocument(dst, true, nil) }

// appendDocument appends the document, or without working_memory and turn the part of it
// that a tool is shown. e may be nil.
func (in *Intent) appendDocument(dst []byte, whole bool, e *Encoder) []byte {
	if e != nil {
		dst = e.head.append(dst, in)
	} else {
		dst = in.appendHead(dst)
	}
	dst = append(dst, `,"status":`...)
	dst = in.Status.AppendJSON(dst)
	dst = append(dst, `,"trip_id":`...)
	dst = wire.AppendString(dst, string(in.TripID))
	if whole {
		dst = append(dst, `,"turn":`...)
		dst = in.Turn.appendThrough(dst, e)
	}
	dst = append(dst, `,"updated_at":`...)
	dst = in.UpdatedAt.AppendJSON(dst)
	if whole {
		dst = append(dst, `,"working_memory":`...)
		dst = in.WorkingMemory.appendThrough(dst, e)
	}
	return append(dst, '}')
}

// appendHead appends the members before "status": what the traveller wants.
func (in *Intent) appendHead(dst []byte) []byte {
	dst = append(dst, `{"constraints":`...)
	dst = in.Constraints.AppendJSON(dst)
	dst = append(dst, `,"created_at":`...)
	dst = in.CreatedAt.AppendJSON(dst)
	dst = append(dst, `,"itinerary":`...)
	dst = in.Itinerary.AppendJSON(dst)
	dst = append(dst, `,"party":`...)
	dst = in.Party.AppendJSON(dst)
	dst = append(dst, `,"policy":{"rules":`...)
	dst = in.Policy.Rules.AppendJSON(dst)
	dst = append(dst, `},"preferences":`...)
	dst = in.Preferences.AppendJSON(dst)
	dst = append(dst, `,"request":`...)
	dst = in.Request.AppendJSON(dst)
	dst = append(dst, `,"schema":`...)
	dst = wire.AppendString(dst, in.Schema)
	dst = append(dst, `,"scope":`...)
	return in.Scope.AppendJSON(dst)
}

// AppendJSON appends the `request` section as canonical JSON.
func (r *Request) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	if r.HomeAirportCode != "" {
		dst = append(dst, `"home_airport_code":`...)
		dst = wire.AppendString(dst, r.HomeAirportCode)
		dst = append(dst, ',')
	}
	dst = append(dst, `"kind":`...)
	dst = wire.AppendString(dst, string(r.Kind))
	dst = append(dst, `,"locale":`...)
	dst = wire.AppendString(dst, r.Locale)
	dst = append(dst, `,"timezone":`...)
	dst = wire.AppendString(dst, r.Timezone)
	dst = append(dst, `,"user_message":`...)
	dst = wire.AppendString(dst, r.UserMessage)
	return append(dst, '}')
}

// AppendJSON appends the `status` section as canonical JSON.
func (s *StatusSection) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	if s.Ask != nil {
		dst = s.Ask.AppendJSON(wire.AppendKey(dst, "ask"))
	}
	dst = wire.AppendKey(dst, "assumptions")
	dst = wire.AppendStrings(dst, s.Assumptions)
	if s.LastToolError != nil {
		dst = append(dst, `,"last_tool_error":`...)
		dst = s.LastToolError.AppendJSON(dst)
	}
	dst = append(dst, `,"missing_required":`...)
	dst = wire.AppendStrings(dst, s.MissingRequired)
	dst = append(dst, `,"notes":`...)
	dst = wire.AppendStrings(dst, s.Notes)
	dst = append(dst, `,"phase":"`...)
	dst = append(dst, s.Node.Phase()...)
	dst = append(dst, `","state":"`...)
	dst = append(dst, s.Node.State()...)
	return append(dst, `"}`...)
}

// AppendJSON appends the failure as canonical JSON, nil as null.
func (f *ToolFailure) AppendJSON(dst []byte) []byte {
	if f == nil {
		return wire.AppendNull(dst)
	}
	dst = append(dst, `{"at":`...)
	dst = f.At.AppendJSON(dst)
	dst = append(dst, `,"error":`...)
	dst = wire.AppendString(dst, f.Error)
	dst = append(dst, `,"tool_name":`...)
	dst = wire.AppendString(dst, f.ToolName)
	return append(dst, '}')
}

// AppendJSON appends the `party` section as canonical JSON.
func (p *Party) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"contact":`...)
	dst = p.Contact.AppendJSON(dst)
	dst = append(dst, `,"traveler_profile_ids":`...)
	dst = wire.AppendStrings(dst, p.TravelerProfileIDs)
	dst = append(dst, `,"travelers":`...)
	dst = p.Travelers.AppendJSON(dst)
	return append(dst, '}')
}

// AppendJSON appends the contact as canonical JSON.
func (c Contact) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendOptionalText(dst, "email", c.Email)
	dst = appendOptionalText(dst, "phone", c.Phone)
	return append(dst, '}')
}

// AppendJSON appends the counts as canonical JSON.
func (t Travelers) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"adults":`...)
	dst = wire.AppendInt(dst, t.Adults)
	dst = append(dst, `,"children":`...)
	dst = wire.AppendInt(dst, t.Children)
	dst = append(dst, `,"infants":`...)
	dst = wire.AppendInt(dst, t.Infants)
	return append(dst, '}')
}

// AppendJSON appends the `preferences` section as canonical JSON.
func (p *Preferences) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"flight":{`...)
	dst = appendOptionalBool(dst, "avoid_red_eye", p.Flight.AvoidRedEye)
	dst = appendOptionalText(dst, "cabin", p.Flight.Cabin)
	dst = appendOptionalInt(dst, "max_stops", p.Flight.MaxStops)
	if p.Flight.PreferredAirlines != nil {
		dst = wire.AppendKey(dst, "preferred_airlines")
		dst = wire.AppendStrings(dst, p.Flight.PreferredAirlines)
	}
	dst = append(dst, `},"hotel":{`...)
	dst = appendOptionalMoney(dst, "max_price_per_night", p.Hotel.MaxPricePerNight)
	dst = appendOptionalBool(dst, "refundable_only", p.Hotel.RefundableOnly)
	dst = appendOptionalInt(dst, "star_min", p.Hotel.StarMin)
	return append(dst, `}}`...)
}

// AppendJSON appends the `constraints` section as canonical JSON.
func (c *Constraints) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	if c.BudgetTotal.IsSet() {
		dst = append(dst, `"budget_total":`...)
		dst = c.BudgetTotal.AppendJSON(dst)
		dst = append(dst, ',')
	}
	dst = append(dst, `"currency":`...)
	dst = appendText(dst, string(c.Currency))
	dst = append(dst, `,"refundable_preference":`...)
	dst = wire.AppendBool(dst, c.RefundablePreference)
	return append(dst, '}')
}

// AppendJSON appends the rules as canonical JSON, those of Extra at their place in the order.
func (r *Rules) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	extra := r.Extra
	dst, extra = appendMembersBefore(dst, extra, "holds_allowed_without_approval")
	dst = wire.AppendKey(dst, "holds_allowed_without_approval")
	dst = wire.AppendBool(dst, r.HoldsAllowedWithoutApproval)
	dst, extra = appendMembersBefore(dst, extra, "require_user_approval_to_purchase")
	dst = wire.AppendKey(dst, "require_user_approval_to_purchase")
	dst = wire.AppendBool(dst, r.RequireUserApprovalToPurchase)
	dst = appendMembers(dst, extra)
	return append(dst, '}')
}

// AppendJSON appends the `scope` section as canonical JSON.
func (s *Scope) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"document_ids":`...)
	dst = wire.AppendStrings(dst, s.DocumentIDs)
	dst = appendOptionalText(dst, "property_id", s.PropertyID)
	dst = appendOptionalText(dst, "tenant", s.Tenant)
	return append(dst, '}')
}
