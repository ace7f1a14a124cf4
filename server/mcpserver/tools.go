package mcpserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

type messageInput struct {
	Text      string `json:"text" jsonschema:"the traveller's own words"`
	TripID    string `json:"trip_id,omitempty" jsonschema:"the trip to go on with; leave it out for a new one"`
	MessageID string `json:"message_id,omitempty" jsonschema:"an id of your own: the same message sent again with it changes nothing"`
}

type answerInput struct {
	TripID   string `json:"trip_id"`
	AskID    string `json:"ask_id" jsonschema:"the id of the ask that was answered"`
	ChoiceID string `json:"choice_id" jsonschema:"the id of the choice that the traveller took"`
}

type selectInput struct {
	TripID   string `json:"trip_id"`
	BundleID string `json:"bundle_id" jsonschema:"one of the bundles of the trip"`
}

type holdInput struct {
	TripID        string   `json:"trip_id"`
	Confirmations []string `json:"confirmations,omitempty" jsonschema:"those of required_confirmations that the traveller has confirmed, word for word"`
}

type approveInput struct {
	TripID          string `json:"trip_id"`
	AskID           string `json:"ask_id" jsonschema:"the id of the ask that the traveller approved, from the answer that showed it; \"none\" where the travel policy wants an approval before anything is held"`
	ApprovalToken   string `json:"approval_token" jsonschema:"proof that the traveller approved; passed on as it is"`
	PaymentMethodID string `json:"payment_method_id"`
}

type scopeInput struct {
	TripID      string   `json:"trip_id" jsonschema:"the trip, or an id of your own for a new one"`
	DocumentIDs []string `json:"document_ids,omitempty" jsonschema:"the documents that the traveller selected: nothing else is read"`
	PropertyID  string   `json:"property_id,omitempty" jsonschema:"the property whose documents are read when none are selected"`
}

type tripInput struct {
	TripID string `json:"trip_id"`
}

// Trip is the answer of get_trip.
type Trip struct {
	View
	Working bool           `json:"working" jsonschema:"a turn is running, or was left by a restart: ask again later"`
	Engine  Health         `json:"engine" jsonschema:"how the engine is"`
	Intent  map[string]any `json:"intent" jsonschema:"the whole trip: party, itinerary, quotes, bundles, holds, bookings"`
}

// Replay is the answer of replay.
type Replay struct {
	TripID     string      `json:"trip_id"`
	Events     int64       `json:"events"`
	Turns      int64       `json:"turns"`
	Equal      bool        `json:"equal" jsonschema:"every recorded decision and state was reproduced"`
	Difference *Difference `json:"difference,omitempty"`
}

// Difference is the first thing that a replay does otherwise than was recorded.
type Difference struct {
	Seq      int64    `json:"seq"`
	Rules    []string `json:"rules"`
	Field    string   `json:"field"`
	Recorded string   `json:"recorded"`
	Replayed string   `json:"replayed"`
}

func (s *Server) addTools() {
	yes, no := true, false
	add(s, &sdk.Tool{
		Name: "send_message", Description: "Sends what the traveller says and returns what the agent answers: a question, " +
			"bundles to choose from, or an answer. Words are read against the ask that stands: \"the second one\", \"yes\", a " +
			"date or a place answer it.",
		Annotations: &sdk.ToolAnnotations{Title: "Talk about a trip", DestructiveHint: &no, OpenWorldHint: &yes},
	}, s.sendMessage)
	add(s, &sdk.Tool{
		Name: "answer", Description: "Answers the ask that stands with one of its choices, by their ids. An ask without " +
			"choices, or one that the traveller answers in words, is answered with send_message. It never buys: an approval " +
			"is approve_purchase. An ask_id that does not stand any more is an error, and nothing is done.",
		Annotations: &sdk.ToolAnnotations{Title: "Answer a question", DestructiveHint: &no, OpenWorldHint: &yes},
	}, s.answer)
	add(s, &sdk.Tool{
		Name: "select_bundle", Description: "Selects a bundle and checks it against policy and risk.",
		Annotations: &sdk.ToolAnnotations{
			Title: "Select a bundle", DestructiveHint: &no, IdempotentHint: true,
			OpenWorldHint: &yes,
		},
	}, s.selectBundle)
	add(s, &sdk.Tool{
		Name: "request_hold", Description: "Holds the flights and hotels of the selected bundle. The answer names price " +
			"and expiry for the traveller to approve, and the ask whose id approve_purchase needs.",
		Annotations: &sdk.ToolAnnotations{Title: "Hold what is selected", DestructiveHint: &no, OpenWorldHint: &yes},
	}, s.requestHold)
	add(s, &sdk.Tool{
		Name: "approve_purchase",
		Description: "Buys what the ask showed: all of it, or nothing when any of it has changed since. Call it only when " +
			"the traveller has approved exactly that: it spends money.",
		Annotations: &sdk.ToolAnnotations{Title: "Buy what is held", DestructiveHint: &yes, OpenWorldHint: &yes},
	}, s.approvePurchase)
	add(s, &sdk.Tool{
		Name: "change_scope", Description: "Says which documents are read from now on: the selected ones, those of a " +
			"property, or, with neither, all of the tenant. It waits for the end of a running turn. A trip_id that is not " +
			"known begins a trip, so that its first question is about them.",
		Annotations: &sdk.ToolAnnotations{
			Title: "Select documents", DestructiveHint: &no, IdempotentHint: true,
			OpenWorldHint: &no,
		},
	}, s.changeScope)
	add(s, &sdk.Tool{
		Name: "get_trip", Description: "Returns the trip as it stands, whether a turn of it runs, and how the engine is. " +
			"Changes nothing.",
		Annotations: &sdk.ToolAnnotations{Title: "Look at a trip", ReadOnlyHint: true, OpenWorldHint: &no},
	}, s.getTrip)
	add(s, &sdk.Tool{
		Name: "replay", Description: "Folds the trip's whole log again and says whether every decision is reproduced. " +
			"Changes nothing.",
		Annotations: &sdk.ToolAnnotations{Title: "Replay a trip", ReadOnlyHint: true, OpenWorldHint: &no},
	}, s.replay)
}

func (s *Server) sendMessage(ctx context.Context, req *sdk.CallToolRequest, in messageInput) (View, error) {
	if strings.TrimSpace(in.Text) == "" {
		return View{}, errNoText
	}
	if in.TripID == "" {
		in.TripID = uuid.NewString()
	}
	return s.turn(ctx, req, in.TripID, trip.Event{ID: in.MessageID, Data: trip.UserMessage{Text: in.Text}})
}

func (s *Server) answer(ctx context.Context, req *sdk.CallToolRequest, in answerInput) (View, error) {
	if in.AskID == "" {
		return View{}, errNoAsk
	}
	if in.ChoiceID == "" {
		return View{}, errNoChoice
	}
	state, err := s.engine.State(ctx, trip.ID(in.TripID))
	if err != nil {
		return View{}, err
	}
	answered := trip.UserAnswered{AskID: in.AskID, ChoiceID: in.ChoiceID}
	switch ask := state.Status.Ask; {
	case ask == nil || ask.ID != in.AskID:
		return s.turnInVain(ctx, req, in.TripID, answered, errOtherAsk)
	case !slices.ContainsFunc(ask.Choices, func(c trip.Choice) bool { return c.ID == in.ChoiceID }):
		return s.turnInVain(ctx, req, in.TripID, answered, errOtherChoice)
	}
	return s.turnOf(ctx, req, in.TripID, answered)
}

func (s *Server) selectBundle(ctx context.Context, req *sdk.CallToolRequest, in selectInput) (View, error) {
	if in.BundleID == "" {
		return View{}, errNoBundle
	}
	return s.turnOf(ctx, req, in.TripID, trip.UserSelectedBundle{BundleID: in.BundleID})
}

func (s *Server) requestHold(ctx context.Context, req *sdk.CallToolRequest, in holdInput) (View, error) {
	return s.turnOf(ctx, req, in.TripID, trip.UserRequestHold{Confirmations: in.Confirmations})
}

func (s *Server) approvePurchase(ctx context.Context, req *sdk.CallToolRequest, in approveInput) (View, error) {
	if in.ApprovalToken == "" || in.PaymentMethodID == "" {
		return View{}, errNoPayment
	}
	if in.AskID == "" {
		return View{}, errNoAsk
	}
	state, err := s.engine.State(ctx, trip.ID(in.TripID))
	if err != nil {
		return View{}, err
	}
	approved := trip.UserApprovedPurchase{
		ApprovalToken: in.ApprovalToken, PaymentMethodID: in.PaymentMethodID, AskID: in.AskID,
	}
	stands := []string{trip.AskNone, state.Turn.ShownAsk}
	if state.Status.Ask != nil {
		stands = append(stands, state.Status.Ask.ID)
	}
	if !slices.Contains(stands, in.AskID) {
		return s.turnInVain(ctx, req, in.TripID, approved, errOtherAsk)
	}
	return s.turnOf(ctx, req, in.TripID, approved)
}

func (s *Server) changeScope(ctx context.Context, req *sdk.CallToolRequest, in scopeInput) (View, error) {
	return s.turn(ctx, req, in.TripID, trip.Event{
		Data: trip.ScopeChanged{DocumentIDs: in.DocumentIDs, PropertyID: in.PropertyID},
	})
}

// turnOf is turn for a trip that must be there: only a message and a scope begin one.
func (s *Server) turnOf(ctx context.Context, req *sdk.CallToolRequest, id string, data trip.EventData) (View, error) {
	if _, err := s.engine.State(ctx, trip.ID(id)); err != nil {
		return View{}, err
	}
	return s.turn(ctx, req, id, trip.Event{Data: data})
}

// turnInVain is turnOf for what names an ask or a choice that does not stand: it is an error, which tells what the
// engine says of it.
func (s *Server) turnInVain(
	ctx context.Context, req *sdk.CallToolRequest, id string, data trip.EventData, why request,
) (View, error) {
	v, err := s.turnOf(ctx, req, id, data)
	if err != nil {
		return View{}, err
	}
	return View{}, request(strings.TrimSpace(string(why) + "\n" + strings.Join(v.Messages, "\n")))
}

// turn sends an event and waits until its turn is at rest.
func (s *Server) turn(ctx context.Context, req *sdk.CallToolRequest, id string, ev trip.Event) (View, error) {
	if err := store.CheckID(trip.ID(id)); err != nil {
		return View{}, errBadTrip
	}
	var messages []string
	var last *trip.Intent
	steps := progress{req: req}
	for u, err := range s.engine.Handle(ctx, trip.ID(id), ev) {
		if err != nil {
			return View{}, err
		}
		if u.Kind == runner.Decided {
			messages = append(messages, u.Decision.UIMessages()...)
		}
		if u.Decision != nil {
			last = &u.Decision.Next
		}
		steps.report(ctx, u)
	}
	if last == nil || last.Schema == "" { // another process made the turn: its updates have a part of the intent
		in, err := s.engine.State(ctx, trip.ID(id))
		if err != nil {
			return View{}, err
		}
		last = &in
	}
	return viewOf(last, messages), nil
}

// progress tells a client that wants to know which tools the engine calls.
type progress struct {
	req  *sdk.CallToolRequest
	done float64
}

func (p *progress) report(ctx context.Context, u runner.Update) {
	token := p.req.Params.GetProgressToken()
	if token == nil || u.Kind != runner.CallStarted {
		return
	}
	p.done++
	// A client that cannot be told gets its answer all the same.
	_ = p.req.Session.NotifyProgress(ctx,
		&sdk.ProgressNotificationParams{ProgressToken: token, Progress: p.done, Message: u.Call.Name})
}

func (s *Server) getTrip(ctx context.Context, _ *sdk.CallToolRequest, in tripInput) (Trip, error) {
	state, err := s.engine.State(ctx, trip.ID(in.TripID))
	if err != nil {
		return Trip{}, err
	}
	doc, err := document(&state)
	return Trip{
		View: viewOf(&state, nil), Working: len(state.Turn.Outstanding) > 0, Engine: s.options.Health(),
		Intent: doc,
	}, err
}

func (s *Server) replay(ctx context.Context, _ *sdk.CallToolRequest, in tripInput) (Replay, error) {
	rep := replay.New(in.TripID, s.options.Turn, replay.Options{})
	out := Replay{TripID: in.TripID, Equal: true}
	for line, err := range s.engine.Export(ctx, trip.ID(in.TripID)) {
		if err != nil {
			return Replay{}, err
		}
		if _, err := rep.Line(string(bytes.TrimSpace(line))); err != nil {
			var d *replay.Difference
			if !errors.As(err, &d) {
				return Replay{}, fmt.Errorf("replay: %w", err)
			}
			out.Equal = false
			out.Difference = &Difference{Seq: d.Seq, Rules: d.Rules, Field: d.Field, Recorded: d.Recorded, Replayed: d.Replayed}
			break
		}
	}
	out.Events, out.Turns = rep.Counts()
	return out, nil
}
