package web

import (
	"net/http"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// told maps the codes of problems to messages for a person. For any other code the message follows from the status.
var told = map[string]trip.Message{
	"auth":           trip.Say("fault.busy"),
	"cancelled":      trip.Say("fault.stopped"),
	"closing":        trip.Say("fault.busy"),
	"diverged":       trip.Say("fault.diverged"),
	"no_such_update": trip.Say("fault.gone"),
	"overloaded":     trip.Say("fault.busy"),
	"owned":          trip.Say("fault.busy"),
	"rate":           trip.Say("fault.busy"),
	"store":          trip.Say("fault.store"),
	"timeout":        trip.Say("fault.busy"),
	"too_large":      trip.Say("fault.too_large"),
	"trip_busy":      trip.Say("fault.running"),
	"trip_deleted":   trip.Say("fault.gone"),
	"trip_not_found": trip.Say("fault.gone"),
}

// Told tells a person of a problem in one sentence, in the language of their trip; Detail is for who sent the request.
func (p *Problem) Told(table texts.Table, in *trip.Intent) string {
	locale := ""
	if in != nil {
		locale = in.Request.Locale
	}
	m, ok := told[p.Code]
	switch {
	case ok:
	case p.Status == http.StatusUnauthorized, p.Status == http.StatusForbidden:
		m = trip.Say("fault.denied")
	case p.Status >= http.StatusInternalServerError:
		m = trip.Say("fault.internal")
	default:
		m = trip.Say("fault.unfit")
	}
	return table.Render(locale, m)
}
