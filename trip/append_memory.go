package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends the `working_memory` section as canonical JSON.
func (w *WorkingMemory) AppendJSON(dst []byte) []byte { return w.appendThrough(dst, nil) }

// appendThrough appends the section with the lists that an encoder keeps; e may be nil.
func (w *WorkingMemory) appendThrough(dst []byte, e *Encoder) []byte {
	flights, rooms := e.keptFlights(), e.keptRooms()
	dst = append(dst, `{"bookings":[`...)
	for i := range w.Bookings {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = w.Bookings[i].AppendJSON(dst)
	}
	dst = append(dst, `],"flight_quotes_by_segment":[`...)
	for i, quotes := range w.FlightQuotes {
		if i > 0 {
			dst = append(dst, ',')
		}
		if quotes == nil {
			dst = wire.AppendNull(dst)
			continue
		}
		dst = flights.appendList(dst, quotes, appendFlightOptions)
	}
	dst = append(dst, `],"holds":[`...)
	for i := range w.Holds {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = w.Holds[i].AppendJSON(dst)
	}
	dst = append(dst, `],"hotel_quotes_by_stay":[`...)
	for i, quotes := range w.HotelQuotes {
		if i > 0 {
			dst = append(dst, ',')
		}
		if quotes == nil {
			dst = wire.AppendNull(dst)
			continue
		}
		dst = rooms.appendList(dst, quotes, appendRooms)
	}
	dst = append(dst, `],"ranked_bundles":`...)
	dst = e.keptBundles().appendList(dst, w.RankedBundles, appendBundles)
	if w.RiskReport != nil {
		dst = append(dst, `,"risk_report":`...)
		dst = w.RiskReport.AppendJSON(dst)
	}
	dst = append(dst, `,"selected":`...)
	dst = w.Selected.AppendJSON(dst)
	return append(dst, '}')
}

func appendBundles(dst []byte, bundles []Bundle) []byte {
	dst = append(dst, '[')
	for i := range bundles {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = bundles[i].AppendJSON(dst)
	}
	return append(dst, ']')
}

// AppendJSON appends the list of options as canonical JSON, nil (not searched) as null.
func (q FlightQuotes) AppendJSON(dst []byte) []byte {
	if q == nil {
		return wire.AppendNull(dst)
	}
	return appendFlightOptions(dst, q)
}

func appendFlightOptions(dst []byte, options []FlightOption) []byte {
	dst = append(dst, '[')
	for i := range options {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = options[i].AppendJSON(dst)
	}
	return append(dst, ']')
}

// AppendJSON appends the lists by room as canonical JSON, nil (not searched) as null.
func (q HotelQuotes) AppendJSON(dst []byte) []byte {
	if q == nil {
		return wire.AppendNull(dst)
	}
	return appendRooms(dst, q)
}

func appendRooms(dst []byte, rooms [][]HotelOption) []byte {
	dst = append(dst, '[')
	for i, options := range rooms {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendHotelOptions(dst, options)
	}
	return append(dst, ']')
}

func appendHotelOptions(dst []byte, options []HotelOption) []byte {
	dst = append(dst, '[')
	for i := range options {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = options[i].AppendJSON(dst)
	}
	return append(dst, ']')
}

// AppendJSON appends the offer as canonical JSON.
func (o *FlightOption) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"cabin":`...)
	dst = appendText(dst, o.Cabin)
	dst = appendOptionalText(dst, "fare_rules_summary", o.FareRulesSummary)
	dst = append(dst, `,"option_id":`...)
	dst = wire.AppendString(dst, o.OptionID)
	dst = append(dst, `,"refundable":`...)
	dst = appendTruth(dst, o.Refundable)
	dst = append(dst, `,"segments":[`...)
	for i := range o.Segments {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = o.Segments[i].AppendJSON(dst)
	}
	dst = append(dst, `],"total_price":`...)
	dst = o.TotalPrice.AppendJSON(dst)
	return append(dst, '}')
}

// appendTruth appends a boolean that may be unknown.
func appendTruth(dst []byte, v OptBool) []byte {
	if v == Unset {
		return wire.AppendNull(dst)
	}
	return wire.AppendBool(dst, v == True)
}

// AppendJSON appends the flight as canonical JSON.
func (l *FlightLeg) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"airline":`...)
	dst = appendText(dst, l.Airline)
	dst = append(dst, `,"arrive_at":`...)
	dst = appendText(dst, l.ArriveAt)
	dst = append(dst, `,"depart_at":`...)
	dst = appendText(dst, l.DepartAt)
	dst = append(dst, `,"flight_number":`...)
	dst = appendText(dst, l.FlightNumber)
	dst = append(dst, `,"from":`...)
	dst = appendText(dst, l.From)
	dst = append(dst, `,"stops":`...)
	if l.Stops.Set {
		dst = wire.AppendInt(dst, l.Stops.Value)
	} else {
		dst = wire.AppendNull(dst)
	}
	dst = append(dst, `,"to":`...)
	dst = appendText(dst, l.To)
	return append(dst, '}')
}

// AppendJSON appends the offer as canonical JSON.
func (o *HotelOption) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendOptionalText(dst, "address", o.Address)
	dst = wire.AppendKey(dst, "hotel_name")
	dst = appendText(dst, o.HotelName)
	dst = append(dst, `,"nightly_price":`...)
	dst = o.NightlyPrice.AppendJSON(dst)
	dst = append(dst, `,"option_id":`...)
	dst = wire.AppendString(dst, o.OptionID)
	dst = append(dst, `,"refundable":`...)
	dst = appendTruth(dst, o.Refundable)
	dst = appendOptionalText(dst, "room_description", o.RoomDescription)
	dst = append(dst, `,"star_rating":`...)
	dst = appendRaw(dst, Raw(o.StarRating))
	dst = append(dst, `,"total_price":`...)
	dst = o.TotalPrice.AppendJSON(dst)
	return append(dst, '}')
}

// AppendJSON appends the bundle as canonical JSON.
func (b *Bundle) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"bundle_id":`...)
	dst = wire.AppendString(dst, b.BundleID)
	dst = append(dst, `,"estimated_total":`...)
	dst = b.EstimatedTotal.AppendJSON(dst)
	dst = append(dst, `,"flight_option_ids":`...)
	dst = wire.AppendStrings(dst, b.FlightOptionIDs)
	dst = append(dst, `,"hotel_option_ids":`...)
	dst = wire.AppendStrings(dst, b.HotelOptionIDs)
	dst = append(dst, `,"tradeoffs":`...)
	dst = wire.AppendStrings(dst, b.Tradeoffs)
	dst = append(dst, `,"why_this_bundle":`...)
	dst = wire.AppendString(dst, b.WhyThisBundle)
	return append(dst, '}')
}

// AppendJSON appends the report as canonical JSON.
func (r *RiskReport) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"blocking_issues":`...)
	dst = wire.AppendStrings(dst, r.BlockingIssues)
	dst = append(dst, `,"bundle_id":`...)
	dst = wire.AppendString(dst, r.BundleID)
	dst = append(dst, `,"required_user_confirmations":`...)
	dst = wire.AppendStrings(dst, r.RequiredUserConfirmations)
	dst = append(dst, `,"risks":`...)
	dst = wire.AppendStrings(dst, r.Risks)
	return append(dst, '}')
}

// AppendJSON appends the selection as canonical JSON.
func (s *Selection) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendOptionalText(dst, "bundle_id", s.BundleID)
	dst = wire.AppendKey(dst, "flight_option_ids")
	dst = wire.AppendStrings(dst, s.FlightOptionIDs)
	dst = append(dst, `,"hotel_option_ids":`...)
	dst = wire.AppendStrings(dst, s.HotelOptionIDs)
	return append(dst, '}')
}

// AppendJSON appends the hold as canonical JSON.
func (h *Hold) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"expires_at":`...)
	dst = h.ExpiresAt.AppendJSON(dst)
	dst = append(dst, `,"hold_id":`...)
	dst = wire.AppendString(dst, h.HoldID)
	dst = append(dst, `,"item_type":`...)
	dst = wire.AppendString(dst, h.ItemType)
	dst = append(dst, `,"option_id":`...)
	dst = wire.AppendString(dst, h.OptionID)
	dst = append(dst, `,"status":`...)
	dst = wire.AppendString(dst, h.Status)
	dst = appendOptionalMoney(dst, "total_price", h.TotalPrice)
	return append(dst, '}')
}

// AppendJSON appends the booking as canonical JSON.
func (b *Booking) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"booked_at":`...)
	dst = b.BookedAt.AppendJSON(dst)
	dst = append(dst, `,"hold_ids":`...)
	dst = wire.AppendStrings(dst, b.HoldIDs)
	dst = append(dst, `,"record_locator":`...)
	dst = appendText(dst, b.RecordLocator)
	dst = append(dst, `,"stale":`...)
	dst = wire.AppendBool(dst, b.Stale)
	dst = append(dst, `,"status":`...)
	dst = wire.AppendString(dst, b.Status)
	dst = append(dst, `,"tickets":`...)
	if b.Tickets == "" {
		dst = append(dst, `[]`...)
	} else {
		dst = append(dst, b.Tickets...)
	}
	return append(dst, '}')
}
