package trip

// Kept is a decision as a store keeps it beside its event, so that whoever reads the past need not fold it.
type Kept struct {
	Decision           *Decision
	StartedAt, EndedAt Instant // of the call that the event ends; 0 when they are not known
}

// keptForm is the JSON form of Kept.
//
//codec:read write
type keptForm struct {
	Decision    Decision `wire:"decision,required=an object"` // with all texts
	Locale      string   `wire:"locale,optional"`
	Turn        int64    `wire:"turn,optional"`
	Outstanding []string `wire:"outstanding,optional"` // ids of the calls that are out after the event
	Unknown     []string `wire:"unknown,optional"`     // ids of the writes that are in doubt after it
	Rules       []string `wire:"rules,optional"`
	Settled     string   `wire:"settled,optional"`
	Outcome     Class    `wire:"outcome,optional"`
	StartedAt   Instant  `wire:"started_at,optional"`
	EndedAt     Instant  `wire:"ended_at,optional"`
}

// AppendJSON appends what DecodeKept reads, as canonical JSON: the decision with its rules and its outcome, and of the
// intent after it only the language and which calls are out.
func (k *Kept) AppendJSON(dst []byte) []byte {
	d, in := k.Decision, &k.Decision.Next
	form := keptForm{
		Decision: *d, Locale: in.Request.Locale, Turn: in.Turn.Number,
		Outstanding: callIDs(in.Turn.Outstanding), Unknown: callIDs(in.Turn.Unknown),
		Rules: d.Rules, Settled: d.Settled, Outcome: d.Outcome, StartedAt: k.StartedAt, EndedAt: k.EndedAt,
	}
	return appendKeptForm(dst, &form, nil)
}

// DecodeKept reads what AppendJSON wrote of the decision on an event. The arguments of its calls are [RawArguments],
// there is no Path, and Next has only what is kept of it: the status, the language, and of the turn its number and the
// ids of the calls that are out or in doubt.
//
//   - Errors: *MalformedError, which names the field.
func DecodeKept(ev *Event, doc string) (Kept, error) {
	var d decoder
	d.Reset(doc, MaxDepth)
	var form keptForm
	d.keptForm(&form)
	if err := d.finish(); err != nil {
		return Kept{}, err
	}
	out := &form.Decision
	out.Rules, out.Settled, out.Outcome = form.Rules, form.Settled, form.Outcome
	in := &out.Next
	in.TripID, in.UpdatedAt, in.Request.Locale = ev.Trip, ev.Time(), form.Locale
	in.Status.Node, in.Status.Ask, in.Status.MissingRequired, in.Status.LastToolError = out.Status, out.Ask,
		out.MissingRequired, out.LastToolError
	in.Turn.Seq, in.Turn.Number = ev.Seq, form.Turn
	in.Turn.Outstanding, in.Turn.Unknown = pendings(form.Outstanding), pendings(form.Unknown)
	return Kept{Decision: out, StartedAt: form.StartedAt, EndedAt: form.EndedAt}, nil
}

// callIDs returns the ids of calls.
func callIDs(calls []Pending) (ids []string) {
	for i := range calls {
		ids = append(ids, calls[i].CallID)
	}
	return ids
}

// pendings returns calls of which only the ids are known.
func pendings(ids []string) (calls []Pending) {
	for _, id := range ids {
		calls = append(calls, Pending{CallID: id})
	}
	return calls
}
