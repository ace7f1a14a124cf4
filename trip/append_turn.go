package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends the `turn` section as canonical JSON. All members but outstanding are
// left out when they are zero or empty.
func (t *Turn) AppendJSON(dst []byte) []byte { return t.appendThrough(dst, nil) }

// appendThrough appends the section with the lists that an encoder keeps; e may be nil.
func (t *Turn) appendThrough(dst []byte, e *Encoder) []byte {
	dst = append(dst, '{')
	dst = appendFullTexts(dst, "answered", t.Answered)
	dst = t.Assist.appendMember(dst, e)
	dst = appendOptionalText(dst, "confirmed_requirements", string(t.ConfirmedRequirements))
	dst = appendCounts(dst, "definite", t.Definite)
	dst = appendFullBool(dst, "failed", t.Failed)
	dst = appendMarks(dst, "flight_marks", t.FlightMarks, e)
	dst = appendHeldPrices(dst, t.HeldPrices)
	dst = appendFullBool(dst, "hold_requested", t.HoldRequested)
	dst = appendMarks(dst, "hotel_marks", t.HotelMarks, e)
	if t.LogAt != 0 {
		dst = t.LogAt.AppendJSON(wire.AppendKey(dst, "log_at"))
	}
	dst = appendFullInt(dst, "number", t.Number)
	dst = appendOptionalText(dst, "open_request", t.OpenRequest)
	dst = appendFullInt(dst, "ordinal", t.Ordinal)
	dst = wire.AppendKey(dst, "outstanding")
	dst = appendPending(dst, t.Outstanding)
	dst = appendFullTexts(dst, "releases", t.Releases)
	dst = appendFullInt(dst, "round", t.Round)
	dst = appendFullBool(dst, "seeded_check_in", t.SeededCheckIn)
	dst = appendFullBool(dst, "seeded_check_out", t.SeededCheckOut)
	dst = appendFullInt(dst, "seq", t.Seq)
	dst = appendFullTexts(dst, "settled", t.Settled)
	dst = appendOptionalText(dst, "shown_ask", t.ShownAsk)
	dst = appendOptionalText(dst, "shown_requirements", string(t.ShownRequirements))
	dst = appendFullTexts(dst, "superseded", t.Superseded)
	if len(t.Unknown) > 0 {
		dst = wire.AppendKey(dst, "unknown")
		dst = appendPending(dst, t.Unknown)
	}
	dst = appendFullTexts(dst, "unread", t.Unread)
	return append(dst, '}')
}

func appendPending(dst []byte, list []Pending) []byte {
	dst = append(dst, '[')
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = list[i].AppendJSON(dst)
	}
	return append(dst, ']')
}

// AppendJSON appends the pending call as canonical JSON.
func (p *Pending) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"call_id":`...)
	dst = wire.AppendString(dst, p.CallID)
	dst = appendFullInt(dst, "index", p.Index)
	dst = appendFullTexts(dst, "items", p.Items)
	dst = appendOptionalText(dst, "key", p.Key)
	dst = appendOptionalText(dst, "mark", string(p.Mark))
	dst = append(dst, `,"name":`...)
	dst = wire.AppendString(dst, p.Name)
	dst = appendOptionalText(dst, "needs", string(p.Needs))
	dst = appendPrices(dst, p.Prices)
	dst = appendFullBool(dst, "write", p.Write)
	return append(dst, '}')
}

func appendPrices(dst []byte, prices []Money) []byte {
	if len(prices) == 0 {
		return dst
	}
	dst = append(wire.AppendKey(dst, "prices"), '[')
	for i, p := range prices {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = p.AppendJSON(dst)
	}
	return append(dst, ']')
}

func appendMarks(dst []byte, key string, marks []QuoteMark, e *Encoder) []byte {
	if len(marks) == 0 {
		return dst
	}
	return e.keptMarks().appendList(wire.AppendKey(dst, key), marks, appendMarkList)
}

func appendMarkList(dst []byte, marks []QuoteMark) []byte {
	dst = append(dst, '[')
	for i := range marks {
		if i > 0 {
			dst = append(dst, ',')
		}
		m := &marks[i]
		dst = append(dst, '{')
		dst = appendOptionalText(dst, "args", string(m.Args))
		if m.At != 0 {
			dst = m.At.AppendJSON(wire.AppendKey(dst, "at"))
		}
		dst = appendFullInt(dst, "turn", m.Turn)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func appendHeldPrices(dst []byte, prices []HeldPrice) []byte {
	if len(prices) == 0 {
		return dst
	}
	dst = append(wire.AppendKey(dst, "held_prices"), '[')
	for i, p := range prices {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"hold_id":`...)
		dst = wire.AppendString(dst, p.HoldID)
		dst = p.Price.AppendJSON(wire.AppendKey(dst, "price"))
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func appendCounts(dst []byte, key string, counts []Count) []byte {
	if len(counts) == 0 {
		return dst
	}
	dst = append(wire.AppendKey(dst, key), '[')
	for i, c := range counts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"n":`...)
		dst = wire.AppendInt(dst, c.N)
		dst = append(dst, `,"name":`...)
		dst = wire.AppendString(dst, c.Name)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// appendMember appends the member "assist" unless there is nothing to say.
func (a *Assist) appendMember(dst []byte, e *Encoder) []byte {
	before := len(dst)
	dst = wire.AppendKey(dst, "assist")
	value := len(dst)
	dst = a.appendThrough(dst, e)
	if len(dst) == value+len("{}") {
		return dst[:before]
	}
	return dst
}

// AppendJSON appends the bookkeeping of the assistant loop as canonical JSON. Members that
// are zero or empty are left out.
func (a *Assist) AppendJSON(dst []byte) []byte { return a.appendThrough(dst, nil) }

// appendThrough appends the bookkeeping with the lists that an encoder keeps; e may be nil.
func (a *Assist) appendThrough(dst []byte, e *Encoder) []byte {
	dst = append(dst, '{')
	dst = appendFullBool(dst, "active", a.Active)
	dst = appendAnswers(dst, a.Answers)
	dst = appendFullInt(dst, "calls", a.Calls)
	dst = appendFullInt(dst, "failed_rounds", a.FailedRounds)
	if a.FirstFailure != nil {
		dst = a.FirstFailure.AppendJSON(wire.AppendKey(dst, "first_failure"))
	}
	dst = appendFullInt(dst, "good_rounds", a.GoodRounds)
	dst = appendFullTexts(dst, "known", a.Known)
	dst = appendFullBool(dst, "landing", a.Landing)
	dst = appendFullTexts(dst, "off", a.Off)
	if a.Plan != nil {
		dst = a.Plan.AppendJSON(wire.AppendKey(dst, "plan"))
	}
	dst = appendFullTexts(dst, "plan_hashes", a.PlanHashes)
	dst = appendPrints(dst, a.Prints)
	if len(a.Recent) > 0 {
		dst = e.keptTexts().appendList(wire.AppendKey(dst, "recent"), a.Recent, wire.AppendStrings)
	}
	dst = appendFullInt(dst, "replans", a.Replans)
	dst = appendRound(dst, a.Round)
	dst = appendFullInt(dst, "steps", a.Steps)
	dst = appendFullInt(dst, "tokens", a.Tokens)
	dst = appendFullInt(dst, "tokens_total", a.TokensTotal)
	dst = appendFullTexts(dst, "tried", a.Tried)
	dst = appendCounts(dst, "used", a.Used)
	return append(dst, '}')
}

func appendAnswers(dst []byte, answers []Answer) []byte {
	if len(answers) == 0 {
		return dst
	}
	dst = append(wire.AppendKey(dst, "answers"), '[')
	for i, a := range answers {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"name":`...)
		dst = wire.AppendString(dst, a.Name)
		dst = append(dst, `,"text":`...)
		dst = wire.AppendString(dst, a.Text)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func appendPrints(dst []byte, prints []Fingerprint) []byte {
	if len(prints) == 0 {
		return dst
	}
	dst = append(wire.AppendKey(dst, "prints"), '[')
	for i, p := range prints {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		dst = appendFullInt(dst, "failures", p.Failures)
		dst = appendOptionalText(dst, "hash", string(p.Hash))
		dst = appendFullInt(dst, "successes", p.Successes)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func appendRound(dst []byte, round []RoundCall) []byte {
	if len(round) == 0 {
		return dst
	}
	dst = append(wire.AppendKey(dst, "round"), '[')
	for i := range round {
		if i > 0 {
			dst = append(dst, ',')
		}
		c := &round[i]
		dst = append(dst, '{')
		if c.Arguments != "" {
			dst = append(wire.AppendKey(dst, "arguments"), c.Arguments...)
		}
		dst = appendOptionalText(dst, "call_id", c.CallID)
		dst = appendOptionalText(dst, "class", string(c.Class))
		dst = appendOptionalText(dst, "name", c.Name)
		dst = appendOptionalText(dst, "print", string(c.Print))
		dst = appendFullInt(dst, "step", c.Step)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// AppendJSON appends the plan as canonical JSON.
func (p *Plan) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendFullBool(dst, "broad", p.Broad)
	dst = appendFullInt(dst, "next", p.Next)
	dst = append(wire.AppendKey(dst, "steps"), '[')
	for i := range p.Steps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = p.Steps[i].AppendJSON(dst)
	}
	return append(dst, `]}`...)
}

// AppendJSON appends the step as canonical JSON.
func (s *PlanStep) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	if s.Args != "" {
		dst = append(wire.AppendKey(dst, "args"), s.Args...)
	}
	dst = appendFullBool(dst, "done", s.Done)
	dst = appendFullTexts(dst, "found", s.Found)
	dst = appendOptionalText(dst, "id", s.ID)
	dst = appendOptionalText(dst, "tool", s.Tool)
	return append(dst, '}')
}
