package llm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// shownDays is the number of days whose weekdays a model is told.
const shownDays = 21

// extractor is the handler of trip_requirements_extract.
type extractor struct {
	model   Model
	form    form
	timeout time.Duration
}

// Run performs a call.
func (e extractor) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	user, err := extractionAsk(e.form.catalog, req.Arguments)
	if err != nil {
		return nil, tools.Failure(trip.ClassInvalidArguments, bounded(err.Error()))
	}
	return run(ctx, e.model, e.timeout, func(ctx context.Context, s *step) ([]byte, error) {
		out, err := e.form.fill(ctx, s, extractPrompt, user, checkExtraction)
		if errors.Is(err, ErrAnswer) {
			return e.form.finish(unreadable(req.Arguments), s)
		}
		return out, err
	})
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
