package trip

import "github.com/legwork-go/legwork/internal/wire"

func (d *decoder) turn(t *Turn) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		if !d.turnCounter(t, d.Key()) {
			d.turnMember(t, d.Key())
		}
	}
}

// turnCounter reads a number or a switch of the turn.
func (d *decoder) turnCounter(t *Turn, key string) bool {
	switch key {
	case "failed":
		d.flag(&t.Failed)
	case "hold_requested":
		d.flag(&t.HoldRequested)
	case "number":
		d.count(&t.Number)
	case "ordinal":
		d.count(&t.Ordinal)
	case "round":
		d.count(&t.Round)
	case "seeded_check_in":
		d.flag(&t.SeededCheckIn)
	case "seeded_check_out":
		d.flag(&t.SeededCheckOut)
	case "seq":
		d.count(&t.Seq)
	default:
		return false
	}
	return true
}

func (d *decoder) turnMember(t *Turn, key string) {
	switch key {
	case "answered":
		d.textList(&t.Answered, MaxItems)
	case "assist":
		d.assist(&t.Assist)
	case "confirmed_requirements":
		readText(d, &t.ConfirmedRequirements)
	case "definite":
		list(d, &t.Definite, MaxItems, Count{}, (*decoder).named)
	case "flight_marks":
		list(d, &t.FlightMarks, MaxSegments, QuoteMark{}, (*decoder).mark)
	case "held_prices":
		list(d, &t.HeldPrices, MaxHolds, HeldPrice{}, (*decoder).heldPrice)
	case "hotel_marks":
		list(d, &t.HotelMarks, MaxStays, QuoteMark{}, (*decoder).mark)
	case "outstanding":
		list(d, &t.Outstanding, MaxItems, Pending{}, (*decoder).pending)
	case "releases":
		d.textList(&t.Releases, MaxItems)
	case "settled":
		d.textList(&t.Settled, MaxItems)
	case "shown_ask":
		d.text(&t.ShownAsk)
	case "shown_requirements":
		readText(d, &t.ShownRequirements)
	case "superseded":
		d.textList(&t.Superseded, MaxItems)
	case "unknown":
		list(d, &t.Unknown, MaxUnknown, Pending{}, (*decoder).pending)
	case "log_at":
		d.instant(&t.LogAt)
	case "open_request":
		d.text(&t.OpenRequest)
	case "unread":
		d.textList(&t.Unread, MaxUnread)
	default:
		d.skipUnknown()
	}
}

func (d *decoder) pending(p *Pending) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "call_id":
			d.text(&p.CallID)
		case "index":
			d.count(&p.Index)
		case "items":
			d.textList(&p.Items, MaxItems)
		case "key":
			d.text(&p.Key)
		case "mark":
			readText(d, &p.Mark)
		case "name":
			d.text(&p.Name)
		case "needs":
			readText(d, &p.Needs)
		case "prices":
			list(d, &p.Prices, MaxItems, Money{}, (*decoder).money)
		case "write":
			d.flag(&p.Write)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) mark(m *QuoteMark) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "args":
			readText(d, &m.Args)
		case "at":
			d.instant(&m.At)
		case "turn":
			d.count(&m.Turn)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) heldPrice(p *HeldPrice) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "hold_id":
			d.text(&p.HoldID)
		case "price":
			d.money(&p.Price)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) named(c *Count) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "n":
			d.count(&c.N)
		case "name":
			d.text(&c.Name)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) assist(a *Assist) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		if !d.assistCounter(a, d.Key()) {
			d.assistMember(a, d.Key())
		}
	}
}

// assistCounter reads a number or a switch of the assistant loop.
func (d *decoder) assistCounter(a *Assist, key string) bool {
	switch key {
	case "active":
		d.flag(&a.Active)
	case "calls":
		d.count(&a.Calls)
	case "failed_rounds":
		d.count(&a.FailedRounds)
	case "good_rounds":
		d.count(&a.GoodRounds)
	case "landing":
		d.flag(&a.Landing)
	case "replans":
		d.count(&a.Replans)
	case "steps":
		d.count(&a.Steps)
	case "tokens":
		d.count(&a.Tokens)
	case "tokens_total":
		d.count(&a.TokensTotal)
	default:
		return false
	}
	return true
}

func (d *decoder) assistMember(a *Assist, key string) {
	switch key {
	case "answers":
		list(d, &a.Answers, MaxItems, Answer{}, (*decoder).answer)
	case "first_failure":
		d.toolFailure(&a.FirstFailure)
	case "known":
		d.textList(&a.Known, MaxItems)
	case "off":
		d.textList(&a.Off, MaxItems)
	case "plan":
		d.plan(&a.Plan)
	case "plan_hashes":
		namedTexts(d, &a.PlanHashes, MaxItems)
	case "prints":
		list(d, &a.Prints, MaxItems, Fingerprint{}, (*decoder).fingerprint)
	case "recent":
		d.textList(&a.Recent, MaxItems)
	case "round":
		list(d, &a.Round, MaxItems, RoundCall{}, (*decoder).roundCall)
	case "tried":
		d.textList(&a.Tried, MaxItems)
	case "used":
		list(d, &a.Used, MaxItems, Count{}, (*decoder).named)
	default:
		d.skipUnknown()
	}
}

func (d *decoder) answer(a *Answer) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "name":
			d.text(&a.Name)
		case "text":
			d.text(&a.Text)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) fingerprint(p *Fingerprint) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "failures":
			d.count(&p.Failures)
		case "hash":
			readText(d, &p.Hash)
		case "successes":
			d.count(&p.Successes)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) roundCall(c *RoundCall) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "arguments":
			d.foreign(&c.Arguments)
		case "call_id":
			d.text(&c.CallID)
		case "class":
			d.class(&c.Class)
		case "name":
			d.text(&c.Name)
		case "print":
			readText(d, &c.Print)
		case "step":
			d.count(&c.Step)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) class(p *Class) {
	if d.Null() {
		return
	}
	at := d.Offset()
	c := Class(d.String())
	if !c.Known() {
		d.FailAt(at, "an outcome class", wire.Quote(string(c)))
		return
	}
	*p = c
}

func (d *decoder) plan(p **Plan) {
	if d.Null() {
		return
	}
	plan := &Plan{}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "broad":
			d.flag(&plan.Broad)
		case "next":
			d.count(&plan.Next)
		case "steps":
			list(d, &plan.Steps, MaxItems, PlanStep{}, (*decoder).planStep)
		default:
			d.skipUnknown()
		}
	}
	*p = plan
}

func (d *decoder) planStep(s *PlanStep) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "args":
			d.foreign(&s.Args)
		case "done":
			d.flag(&s.Done)
		case "found":
			d.textList(&s.Found, MaxItems)
		case "id":
			d.text(&s.ID)
		case "tool":
			d.text(&s.Tool)
		default:
			d.skipUnknown()
		}
	}
}
