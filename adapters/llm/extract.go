package llm

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/trip"
)

// shownDays is the number of days whose weekdays a model is told.
const shownDays = 21

// extract is the handler of trip_requirements_extract.
func (f filler) extract(ctx context.Context, req tools.Request) ([]byte, error) {
	user, err := extractionAsk(f.form.catalog, req.Arguments)
	if err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, bounded(err.Error()))
	}
	quotes, err := newQuoteCheck(f.form.catalog, req.Arguments)
	if err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, bounded(err.Error()))
	}
	return f.run(ctx, req, func(ctx context.Context, s *step) ([]byte, error) {
		doc, lost, err := f.form.fill(ctx, s, extractPrompt, user, quotes.check)
		switch {
		case errors.Is(err, errUnquoted):
			return nil, err
		case errors.Is(err, ErrAnswer):
			doc = unreadable(req.Arguments)
		case err != nil:
			return nil, err
		default:
			dropEmptyEnds(doc)
			quotes.account(doc)
		}
		askFor(doc, lost)
		return f.form.finish(doc, s)
	})
}

// plain are the members of a reading that write nothing: nobody is asked for one that is left out.
var plain = []string{
	"unread", "questions", "assumptions", "clarifying_questions", "missing_required_fields", "topic", "usage", "model",
	"quotes",
}

// askFor adds the question for what was left out of a reading, if it would have written anything.
func askFor(doc map[string]any, lost []string) {
	var paths []string
	isVague := false
	for _, path := range lost {
		parts := splitPath(path)
		if slices.Contains(plain, parts[0]) {
			continue
		}
		asked := ""
		if parts[0] == "trip_intent" && len(parts) > 1 {
			asked = askedPath(parts[1:])
		}
		if asked != "" {
			paths = append(paths, asked)
		} else if slices.Contains([]string{"trip_intent", "acts", "operations", "clears"}, parts[0]) {
			isVague = true
		}
	}
	text := unreadableText
	switch {
	case isVague:
	case len(paths) > 0:
		text = followup.Question(paths)
	default:
		return
	}
	questions, _ := doc["questions"].([]any)
	doc["questions"] = append(questions[:min(len(questions), trip.MaxQuestions-1)], map[string]any{"text": text})
}

// askedPath is where what a reading says of a trip is written, "" where there are no words to ask for it.
func askedPath(parts []string) string {
	if end := parts[len(parts)-1]; end == "amount" || end == "currency" { // one is nothing without the other
		parts = parts[:len(parts)-1]
	}
	switch name := parts[len(parts)-1]; {
	case parts[0] == "origin", parts[0] == "destination":
		return "itinerary.segments[0]." + parts[0] + ".code"
	case name == "departure_date":
		return "itinerary.segments[0].depart_date"
	case name == "return_date":
		return "itinerary.segments[1].depart_date"
	case name == "adults":
		return "party.travelers.adults"
	case len(parts) > 2 && (parts[2] == "origin" || parts[2] == "destination"):
		return joinPath(append([]string{"itinerary"}, parts[0], parts[1], parts[2], "code"))
	case parts[0] == "segments" && len(parts) > 2, parts[0] == "lodging" && len(parts) > 1:
		return joinPath(append([]string{"itinerary"}, parts...))
	case parts[0] == "stays" && len(parts) > 2:
		return joinPath(append([]string{"itinerary", "lodging"}, parts...))
	case parts[0] == "constraints" && len(parts) > 1, parts[0] == "cabin":
		return joinPath(parts)
	default:
		return ""
	}
}

// checkExtraction finds what a schema cannot see.
func checkExtraction(raw trip.Raw) error {
	ex, err := trip.DecodeExtraction(raw)
	if err != nil {
		return err
	}
	return ex.CheckQuestions()
}

// unreadable is the reading of messages that the model could not read: nothing of the trip changes, and the
// person is told so and asked.
func unreadable(arguments []byte) map[string]any {
	var ask extraction
	_ = json.Unmarshal(arguments, &ask) // they have kept their schema
	return map[string]any{
		"unread":    append(ask.Context.UnreadMessages, ask.UserMessage),
		"questions": []any{map[string]any{"text": unreadableText}},
	}
}

// extraction is what a model is told of a message: no more of the trip than it needs.
type extraction struct {
	UserMessage string            `json:"user_message"`
	Context     extractionContext `json:"context"`
}

type extractionContext struct {
	Timezone        string          `json:"timezone"`
	Now             string          `json:"now"`
	Today           string          `json:"today,omitempty"`
	NextDays        []string        `json:"next_days,omitempty"`
	HomeAirportCode string          `json:"home_airport_code,omitempty"`
	CurrentIntent   json.RawMessage `json:"current_intent"`
	OpenRequest     string          `json:"open_request,omitempty"`
	UnreadMessages  []string        `json:"unread_messages,omitempty"`
	Fields          json.RawMessage `json:"fields,omitempty"`

	LodgingUnsaid trip.LodgingUnsaid `json:"lodging_unsaid,omitempty"`
}

// knownTrip is the part of an intent that a message may change or that explains it. Contact data,
// notes and bookings stay here.
type knownTrip struct {
	Status struct {
		Phase           string          `json:"phase,omitempty"`
		State           string          `json:"state,omitempty"`
		Ask             *shownAsk       `json:"ask,omitempty"`
		MissingRequired json.RawMessage `json:"missing_required,omitempty"`
		Assumptions     json.RawMessage `json:"assumptions,omitempty"`
	} `json:"status"`
	Party struct {
		Travelers json.RawMessage `json:"travelers,omitempty"`
	} `json:"party"`
	Itinerary   json.RawMessage `json:"itinerary,omitempty"`
	Preferences json.RawMessage `json:"preferences,omitempty"`
	Constraints json.RawMessage `json:"constraints,omitempty"`
	Ext         json.RawMessage `json:"ext,omitempty"`

	Requests []knownRequest `json:"requests,omitempty"`
}

// knownRequest is what a model is told of a special request, so that it can name one that stands. The numbers of cards
// and documents stay here.
type knownRequest struct {
	ID   string           `json:"id"`
	Kind trip.SpecialKind `json:"kind"`
	Text string           `json:"text"`
	For  string           `json:"for,omitempty"`
}

// shownAsk is what a model is told of the ask that stands: what the person was shown, without what it is made of.
type shownAsk struct {
	Kind    trip.AskKind  `json:"kind"`
	About   []string      `json:"about"`
	Text    string        `json:"text"`
	Choices []shownChoice `json:"choices,omitempty"`
}

type shownChoice struct {
	Label string `json:"label"`
}

// extractionAsk writes what a model is asked about a message, from the arguments of the call.
func extractionAsk(c catalog.Catalog, arguments []byte) (string, error) {
	if err := c.CheckArguments(trip.ToolExtract, trip.Raw(arguments)); err != nil {
		return "", err
	}
	var ask extraction
	if err := json.Unmarshal(arguments, &ask); err != nil {
		return "", err
	}
	var known knownTrip
	if err := json.Unmarshal(ask.Context.CurrentIntent, &known); err != nil {
		return "", err
	}
	for i := range known.Requests {
		r := &known.Requests[i]
		r.Text = (&trip.SpecialRequest{Kind: r.Kind, Text: r.Text}).Shown()
	}
	current, err := json.Marshal(known)
	if err != nil {
		return "", err
	}
	ask.Context.CurrentIntent = current
	at, err := trip.ParseInstant(ask.Context.Now)
	if err != nil {
		return "", err
	}
	if ask.Context.Today, ask.Context.NextDays, err = days(c, ask.Context.Timezone, at); err != nil {
		return "", err
	}
	out, err := json.Marshal(ask)
	return string(out), err
}

// days returns today and the days after it in a time zone, each with its weekday: models are
// bad at working weekdays out.
func days(c catalog.Catalog, zone string, at trip.Instant) (today string, next []string, err error) {
	loc, err := c.Zone(zone)
	if err != nil {
		return "", nil, err
	}
	const form = "Monday 2006-01-02"
	now := time.Unix(0, int64(at)).In(loc)
	for i := 1; i <= shownDays; i++ {
		next = append(next, now.AddDate(0, 0, i).Format(form))
	}
	return now.Format(form), next, nil
}
