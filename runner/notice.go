package runner

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// NoticeKind says what a [Notice] is about.
type NoticeKind uint8

// The kinds of notices. Each is one line of the log, under its name and level of the table below; docs/observability.md
// says what each line holds.
const (
	AttemptFailed NoticeKind = iota + 1
	AttemptRepeated
	HandlerPanicked
	BreakerOpened
	BreakerClosed
	ResultBroken
	LookupFailed
	LookupsEnded
	Recovered
	RecoveryFailed
	Diverged
	WorkStopped
	ClockSetBack
	TextsDropped
	EngineBroken
	ItemsLeftOut
	ChargedMore
	MadeAfterAll
	AnswerLost
	SettledAtOnce
	CallRefused
	RequestRefused
)

// lines are how the log says each kind.
var lines = [...]struct {
	name  string
	level slog.Level
	text  string
}{
	AttemptFailed:   {"attempt_failed", slog.LevelWarn, "an attempt of a call failed"},
	AttemptRepeated: {"retry", slog.LevelInfo, "a call is tried again"},
	HandlerPanicked: {"panic", slog.LevelError, "a handler panicked"},
	BreakerOpened:   {"breaker_open", slog.LevelWarn, "a tool failed too often and rests"},
	BreakerClosed:   {"breaker_closed", slog.LevelInfo, "a tool that rested works again"},
	ResultBroken:    {"schema_break", slog.LevelWarn, "a result is not what its tool's catalog entry says"},
	LookupFailed:    {"lookup_failed", slog.LevelWarn, "a lookup failed"},
	LookupsEnded:    {"lookups_ended", slog.LevelWarn, "a call of unknown outcome is not looked up any more by itself"},
	Recovered:       {"recovery", slog.LevelInfo, "a trip is taken up where it was interrupted"},
	RecoveryFailed:  {"recovery_failed", slog.LevelWarn, "a trip could not be taken up"},
	Diverged:        {"divergence", slog.LevelError, "a log folds to another state than was recorded"},
	WorkStopped:     {"work_stopped", slog.LevelWarn, "the work on a trip stopped"},
	ClockSetBack: {
		"clock_back", slog.LevelWarn,
		"the clock stands before the trip's last event: it was wrong then, or is now",
	},
	TextsDropped: {"texts_dropped", slog.LevelWarn, "the texts that were shown are too long for the log"},
	EngineBroken: {"bug", slog.LevelError, "the engine broke an invariant"},
	ItemsLeftOut: {"items_left_out", slog.LevelWarn, "a supplier sent what cannot be used, or was not asked for"},
	ChargedMore:  {"charged_more", slog.LevelError, "a supplier charged more than was approved"},
	MadeAfterAll: {"made_after_all", slog.LevelError, "a write that was settled as not made was made after all"},
	AnswerLost: {
		"answer_lost", slog.LevelError,
		"what a tool answered of a write could not be given to its trip: see what the supplier's books say, and settle it",
	},
	SettledAtOnce: {
		"settled_at_once", slog.LevelWarn,
		"other processes share the store, and a lookup of the tool that finds nothing is believed at once (SettleAfter)",
	},
	CallRefused: {"call_refused", slog.LevelInfo, "a call that a model proposed was refused"},
	RequestRefused: {
		"request_refused", slog.LevelWarn, "what was left in a trip's inbox cannot be done",
	},
}

// String returns the name of the kind, such as "attempt_failed": that of the attribute "event" of its line.
func (k NoticeKind) String() string {
	if int(k) < len(lines) {
		return lines[k].name
	}
	return "unknown"
}

// Notice is a point event, such as a failed attempt or an opened breaker; [Work] is a span.
type Notice struct {
	Kind    NoticeKind
	Trip    trip.ID
	Turn    int64
	Seq     int64 // of the event that it is about; 0 of none
	CallID  string
	Tool    string
	Class   trip.Class // of an attempt that failed
	Attempt int64      // which one, from 1
}

// notice logs n and passes it to Telemetry. Zero fields are omitted.
func (r *Runner) notice(ctx context.Context, n Notice, more ...slog.Attr) {
	line := &lines[n.Kind]
	log := r.log
	if line.level >= slog.LevelError || n.Kind == ResultBroken {
		log = r.mistakes
	}
	if log.Enabled(ctx, line.level) {
		attrs := append(n.attrs(), more...)
		log.LogAttrs(ctx, line.level, "runner: "+line.text, attrs...)
	}
	if r.config.Telemetry != nil {
		r.config.Telemetry.Note(ctx, n)
	}
}

// attrs are the attributes that lines share.
func (n *Notice) attrs() []slog.Attr {
	attrs := make([]slog.Attr, 0, 12)
	attrs = append(attrs, slog.String("event", n.Kind.String()))
	text := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, value))
		}
	}
	number := func(key string, value int64) {
		if value != 0 {
			attrs = append(attrs, slog.Int64(key, value))
		}
	}
	text("trip", string(n.Trip))
	number("turn", n.Turn)
	number("seq", n.Seq)
	text("call", n.CallID)
	text("tool", n.Tool)
	number("attempt", n.Attempt)
	text("class", string(n.Class))
	return attrs
}

// note notes what happened to the trip.
func (t *live) note(n Notice, more ...slog.Attr) {
	n.Trip = t.id
	if t.in != nil && n.Turn == 0 {
		n.Turn = t.in.Turn.Number
	}
	t.r.notice(context.Background(), n, more...)
}

// note notes what happened to the call.
func (p *performance) note(n Notice, more ...slog.Attr) {
	c := p.call
	n.Trip, n.Turn, n.CallID, n.Tool = p.t.id, c.intent.Turn.Number, c.CallID, c.Name
	p.r.notice(c.base, n, more...)
}

// noteAttempt notes an attempt that failed.
func (p *performance) noteAttempt(a attempt) {
	if a.class == trip.ClassOK {
		return
	}
	var reason []slog.Attr
	if a.reason != "" {
		reason = []slog.Attr{slog.String("reason", a.reason)}
	}
	p.note(Notice{Kind: AttemptFailed, Class: a.class, Attempt: p.attempts}, reason...)
	text := ""
	switch data := a.data.(type) {
	case trip.ToolError:
		text = data.Error
	case trip.ToolResult:
		text, _, _ = trip.ResultError(data.Result)
	default: // handlers return no other data
	}
	p.noteRaw(text)
}

// noteRaw writes the raw text of a failure, where that is wanted.
func (p *performance) noteRaw(text string) {
	ctx := p.call.base
	if !p.r.config.LogRaw || text == "" || !p.r.log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	n := Notice{
		Trip: p.t.id, Turn: p.call.intent.Turn.Number, CallID: p.call.CallID, Tool: p.call.Name,
		Attempt: p.attempts,
	}
	attrs := n.attrs()
	attrs[0] = slog.String("event", "raw_error")
	p.r.log.LogAttrs(ctx, slog.LevelDebug, "runner: what a tool said of its failure",
		append(attrs, slog.String("raw", p.withoutPrivate(text)))...)
}

// withoutPrivate removes from a raw text the traveller's words and payment details that the call was given, because a
// tool may repeat them.
func (p *performance) withoutPrivate(text string) string {
	in := p.call.intent
	private := []string{in.Request.UserMessage, in.Party.PaymentMethodID, in.Party.Contact.Email, in.Party.Contact.Phone}
	var given struct {
		Token   string `json:"approval_token"`
		Method  string `json:"payment_method_id"`
		Message string `json:"user_message"`
	}
	_ = json.Unmarshal([]byte(p.call.Arguments), &given) // a member of another kind is none of them
	private = append(private, given.Token, given.Method, given.Message)
	for _, value := range private {
		if value != "" {
			text = strings.ReplaceAll(text, value, "…")
		}
	}
	return text
}

// noteItems notes what of a result was dropped, once it is durable, which proposed calls were refused, and a charge
// above what was approved.
func (t *live) noteItems(f *folded) {
	n := Notice{Seq: f.event.Seq, CallID: f.decision.Settled}
	for i := range f.decision.NotesAdded {
		note := &f.decision.NotesAdded[i]
		var (
			leftOut messages.NoteLeftOut
			unasked messages.NoteNotAsked
			refused messages.NoteNotAdmitted
		)
		switch {
		case leftOut.Read(note):
			n.Kind, n.Tool = ItemsLeftOut, leftOut.Tool
			t.note(n, slog.Int64("count", leftOut.Count))
		case unasked.Read(note):
			n.Kind, n.Tool = ItemsLeftOut, unasked.Tool
			t.note(n, slog.Int64("count", unasked.Count), slog.Any("why", unasked.Why))
		case refused.Read(note):
			n.Kind, n.Tool = CallRefused, refused.Tool
			t.note(n, slog.String("why", refused.Why.Key))
		}
	}
	for i := range f.decision.UI {
		if m := (messages.PurchaseChargedMore{}); m.Read(&f.decision.UI[i]) {
			n.Kind, n.Tool = ChargedMore, trip.ToolPurchase
			t.note(n, slog.Any("charged", m.Charged), slog.Any("approved", m.Approved), slog.String("locator", m.Locator))
		}
	}
}

// noteBroken notes a result that is not as its tool's entry says: which member, and what it should be. The value itself
// is the tool's text and is not noted.
func (t *live) noteBroken(ev *trip.Event, result *trip.ToolResult, broken error) {
	var member, want string
	var malformed *trip.MalformedError
	var schema *catalog.SchemaError
	switch {
	case errors.As(broken, &malformed):
		member, want = malformed.Field, malformed.Want
	case errors.As(broken, &schema):
		member, want = schema.Member, schema.Want
	}
	t.note(Notice{Kind: ResultBroken, Turn: ev.Turn, Seq: ev.Seq, CallID: result.CallID, Tool: result.ToolName},
		slog.String("member", member), slog.String("want", want))
}

// notePanic notes a panic of a handler in attempt n, with its stack but without its value.
func (p *performance) notePanic(n int64) {
	p.note(Notice{Kind: HandlerPanicked, Attempt: n}, slog.String("stack", string(debug.Stack())))
}

// leave ends an attempt at a gate, and notes when that opened or closed its breaker.
func (p *performance) leave(g *gate, v verdict) {
	if kind := g.leave(p.r, v); kind != 0 {
		p.note(Notice{Kind: kind})
	}
}
