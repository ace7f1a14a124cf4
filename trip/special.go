package trip

import (
	"slices"
	"strings"
)

// SpecialRequest is what a traveller asks for beside the plan: a wheelchair, a meal, a bag, a room (behaviour 5.7). The
// engine passes it on and never grants it: only what a supplier answers moves its status beyond SpecialAsked.
type SpecialRequest struct {
	ID        string        `wire:"id"`
	Kind      SpecialKind   `wire:"kind"`
	Text      string        `wire:"text"`         // in the person's words
	For       string        `wire:"for,optional"` // the traveller, leg or stay, in the person's words; empty when not said
	Status    SpecialStatus `wire:"status"`
	Withdrawn bool          `wire:"withdrawn,optional"` // of a booking: taken back after it was passed on
}

// SpecialKind is what a special request is about.
//
//codec:enum
type SpecialKind string

// The kinds of special request.
const (
	SpecialAssistance SpecialKind = "assistance"
	SpecialMedical    SpecialKind = "medical"
	SpecialMeal       SpecialKind = "meal"
	SpecialBaggage    SpecialKind = "baggage"
	SpecialSeat       SpecialKind = "seat"
	SpecialPet        SpecialKind = "pet"
	SpecialRoom       SpecialKind = "room"
	SpecialPayment    SpecialKind = "payment"
	SpecialLoyalty    SpecialKind = "loyalty"
	SpecialDocument   SpecialKind = "document"
	SpecialOther      SpecialKind = "other"
)

// SpecialKindOf returns the kind of that name, SpecialOther where there is none.
func SpecialKindOf(name string) SpecialKind {
	switch kind := SpecialKind(name); kind {
	case SpecialAssistance, SpecialMedical, SpecialMeal, SpecialBaggage, SpecialSeat, SpecialPet, SpecialRoom,
		SpecialPayment, SpecialLoyalty, SpecialDocument:
		return kind
	case SpecialOther:
	}
	return SpecialOther
}

// IsVital reports whether starting over keeps a request: who needs help or care needs it on the next trip too.
func (k SpecialKind) IsVital() bool { return k == SpecialAssistance || k == SpecialMedical }

// IsPrivate reports whether the text of a request holds a number that names a person, which is shown to nobody.
func (k SpecialKind) IsPrivate() bool { return k == SpecialLoyalty || k == SpecialDocument }

// SpecialStatus is how far a special request has come.
//
//codec:enum
type SpecialStatus string

// The statuses of a special request.
const (
	SpecialNoted     SpecialStatus = "noted"     // it stands in the trip, and nobody else knows of it
	SpecialAsked     SpecialStatus = "asked"     // a hold or a purchase passed it on
	SpecialConfirmed SpecialStatus = "confirmed" // its supplier said so
	SpecialRefused   SpecialStatus = "refused"   // its supplier said so
)

// SpecialPatch is what an extraction says of special requests: a new one, other words for the one with its ID, or that
// it is withdrawn.
type SpecialPatch struct {
	ID        string `wire:"id"`
	Kind      string `wire:"kind"` // a SpecialKind; any other is SpecialOther
	Text      string `wire:"text"`
	For       string `wire:"for"`
	Withdrawn bool   `wire:"withdrawn"`
	Asked     bool   `wire:"asked"` // the person asked whether it can be had
}

// PassedRequest is a special request as a hold or a purchase passes it on.
type PassedRequest struct {
	ID   string      `wire:"id"`
	Kind SpecialKind `wire:"kind"`
	Text string      `wire:"text"`
	For  string      `wire:"for,optional"`
}

// AnsweredRequest is what a supplier said of a special request that was passed on.
type AnsweredRequest struct {
	ID     string `wire:"id"`
	Status string `wire:"status"` // SpecialAsked, SpecialConfirmed or SpecialRefused; any other says nothing
}

// Passed returns the requests of the trip as a hold or a purchase passes them on, nil when there are none.
func (in *Intent) Passed() []PassedRequest {
	var out []PassedRequest
	for i := range in.Requests {
		r := &in.Requests[i]
		out = append(out, PassedRequest{ID: r.ID, Kind: r.Kind, Text: r.Text, For: r.For})
	}
	return out
}

// AppendAsked appends what is asked for, and how far that has come, for a hash.
func (r *SpecialRequest) AppendAsked(dst []byte) []byte { return appendSpecialRequest(dst, r) }

// Shown returns the words of a request as they may be shown: without the number of a card of loyalty or a document.
func (r *SpecialRequest) Shown() string {
	if !r.Kind.IsPrivate() {
		return r.Text
	}
	var out []string
	for word := range strings.FieldsSeq(r.Text) {
		if strings.ContainsAny(word, "0123456789") {
			word = "…"
		}
		if n := len(out); n == 0 || word != "…" || out[n-1] != "…" {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// RequestsOf returns the requests with these ids, nil when there are none.
func (in *Intent) RequestsOf(ids []string) []SpecialRequest {
	if len(ids) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(in.Requests),
		func(r SpecialRequest) bool { return !slices.Contains(ids, r.ID) })
}
