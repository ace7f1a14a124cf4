package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends the arguments as they are; they are canonical JSON already.
func (a RawArguments) AppendJSON(dst []byte) []byte {
	if a == "" {
		return append(dst, `{}`...)
	}
	return append(dst, a...)
}

// AppendJSON appends the arguments as canonical JSON.
func (a ExtractArguments) AppendJSON(dst []byte) []byte { return a.appendThrough(dst, nil) }

// appendThrough appends the arguments with what an encoder keeps; e may be nil.
func (a *ExtractArguments) appendThrough(dst []byte, e *Encoder) []byte {
	dst = append(dst, `{"context":{"current_intent":`...)
	timezone, open := DefaultTimezone, ""
	var unread []string
	if a.Current == nil {
		dst = wire.AppendNull(dst)
	} else {
		timezone, unread, open = a.Current.Request.Timezone, a.Current.Turn.Unread, a.Current.Turn.OpenRequest
		dst = a.Current.appendDocument(dst, false, e)
		dst = appendOptionalText(dst, "home_airport_code", a.Current.Request.HomeAirportCode)
	}
	dst = append(dst, `,"now":`...)
	dst = a.Now.AppendJSON(dst)
	dst = appendOptionalText(dst, "open_request", open)
	dst = append(dst, `,"timezone":`...)
	dst = wire.AppendString(dst, timezone)
	dst = appendFullTexts(dst, "unread_messages", unread)
	dst = append(dst, `},"user_message":`...)
	dst = wire.AppendString(dst, a.UserMessage)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON.
func (a FollowupArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"missing":`...)
	dst = wire.AppendStrings(dst, a.Missing)
	dst = append(dst, `,"user_message":`...)
	dst = wire.AppendString(dst, a.UserMessage)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON.
func (a FlightSearchArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendOptionalBool(dst, "avoid_red_eye", a.AvoidRedEye)
	dst = wire.AppendKey(dst, "cabin")
	dst = wire.AppendString(dst, a.Cabin)
	dst = append(dst, `,"departure_date":`...)
	dst = a.DepartureDate.AppendJSON(dst)
	dst = append(dst, `,"destination":`...)
	dst = wire.AppendString(dst, a.Destination)
	dst = append(dst, `,"max_stops":`...)
	dst = wire.AppendInt(dst, a.MaxStops)
	dst = append(dst, `,"origin":`...)
	dst = wire.AppendString(dst, a.Origin)
	if len(a.PreferredAirlines) > 0 {
		dst = append(dst, `,"preferred_airlines":`...)
		dst = wire.AppendStrings(dst, a.PreferredAirlines)
	}
	dst = append(dst, `,"result_limit":`...)
	dst = wire.AppendInt(dst, a.ResultLimit)
	dst = append(dst, `,"segment_index":`...)
	dst = wire.AppendInt(dst, a.SegmentIndex)
	dst = append(dst, `,"travelers":`...)
	dst = a.Travelers.AppendJSON(dst)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON.
func (a HotelSearchArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"dates":{"end_date":`...)
	dst = a.EndDate.AppendJSON(dst)
	dst = append(dst, `,"start_date":`...)
	dst = a.StartDate.AppendJSON(dst)
	dst = append(dst, `},"location_code":`...)
	dst = wire.AppendString(dst, a.LocationCode)
	dst = appendOptionalMoney(dst, "max_price_per_night", a.MaxPricePerNight)
	dst = appendOptionalBool(dst, "refundable_only", a.RefundableOnly)
	dst = append(dst, `,"result_limit":`...)
	dst = wire.AppendInt(dst, a.ResultLimit)
	dst = append(dst, `,"room_occupancies":`...)
	dst = wire.AppendInts(dst, a.RoomOccupancies)
	dst = append(dst, `,"star_min":`...)
	dst = wire.AppendInt(dst, a.StarMin)
	dst = append(dst, `,"stay_index":`...)
	dst = wire.AppendInt(dst, a.StayIndex)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON. Lists are never null here.
func (a RankArguments) AppendJSON(dst []byte) []byte { return a.appendThrough(dst, nil) }

// appendThrough appends the arguments with the lists that an encoder keeps; e may be nil.
func (a *RankArguments) appendThrough(dst []byte, e *Encoder) []byte {
	flights, rooms := e.keptFlights(), e.keptRooms()
	dst = append(dst, `{"flight_options_by_segment":[`...)
	for i, options := range a.FlightOptionsBySegment {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = flights.appendList(dst, options, appendFlightOptions)
	}
	dst = append(dst, `],"hotel_options_by_stay":[`...)
	for i, list := range a.HotelOptionsByStay {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = rooms.appendList(dst, list, appendRooms)
	}
	dst = append(dst, `],"ranking_policy":{"weights":{"convenience":`...)
	dst = wire.AppendInt(dst, a.Weights.Convenience)
	dst = append(dst, `,"duration":`...)
	dst = wire.AppendInt(dst, a.Weights.Duration)
	dst = append(dst, `,"price":`...)
	dst = wire.AppendInt(dst, a.Weights.Price)
	dst = append(dst, `,"refundable":`...)
	dst = wire.AppendInt(dst, a.Weights.Refundable)
	dst = append(dst, `}},"room_counts_per_stay":`...)
	dst = wire.AppendInts(dst, a.RoomCountsPerStay)
	dst = append(dst, `,"room_occupancies":`...)
	dst = wire.AppendInts(dst, a.RoomOccupancies)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON.
func (a RiskArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"bundle_id":`...)
	dst = wire.AppendString(dst, a.BundleID)
	dst = append(dst, `,"constraints":`...)
	dst = a.Constraints.AppendJSON(dst)
	dst = appendOptionalMoney(dst, "estimated_total", a.EstimatedTotal)
	dst = append(dst, `,"flight_options":`...)
	dst = appendFlightOptions(dst, a.FlightOptions)
	dst = append(dst, `,"hotel_options":`...)
	dst = appendHotelOptions(dst, a.HotelOptions)
	dst = append(dst, `,"org_policy":`...)
	dst = a.OrgPolicy.AppendJSON(dst)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON.
func (a HoldArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"idempotency_key":`...)
	dst = wire.AppendString(dst, a.IdempotencyKey)
	dst = append(dst, `,"items":[`...)
	for i, item := range a.Items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"item_type":`...)
		dst = wire.AppendString(dst, item.ItemType)
		dst = append(dst, `,"option_id":`...)
		dst = wire.AppendString(dst, item.OptionID)
		dst = append(dst, '}')
	}
	return append(dst, `]}`...)
}

// AppendJSON appends the arguments as canonical JSON.
func (a ReleaseArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"hold_ids":`...)
	dst = wire.AppendStrings(dst, a.HoldIDs)
	dst = append(dst, `,"idempotency_key":`...)
	dst = wire.AppendString(dst, a.IdempotencyKey)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON.
func (a PurchaseArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"approval_token":`...)
	dst = wire.AppendString(dst, a.ApprovalToken)
	dst = appendOptionalMoney(dst, "expected_total", a.ExpectedTotal)
	dst = append(dst, `,"hold_ids":`...)
	dst = wire.AppendStrings(dst, a.HoldIDs)
	dst = append(dst, `,"idempotency_key":`...)
	dst = wire.AppendString(dst, a.IdempotencyKey)
	dst = append(dst, `,"payment_method_id":`...)
	dst = wire.AppendString(dst, a.PaymentMethodID)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON.
func (a AssistArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"allowed_tools":`...)
	dst = wire.AppendStrings(dst, a.AllowedTools)
	dst = appendSerial(dst, a.Serial)
	dst = append(dst, `,"tool_choice":`...)
	dst = wire.AppendString(dst, a.ToolChoice)
	return append(dst, '}')
}

// AppendJSON appends the arguments as canonical JSON.
func (a ResolveArguments) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"property_id":`...)
	dst = wire.AppendString(dst, a.PropertyID)
	dst = append(dst, `,"tenant":`...)
	dst = wire.AppendString(dst, a.Tenant)
	return append(dst, '}')
}
