package reducer

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/reducer/internal/describe"
	"github.com/legwork-go/legwork/reducer/internal/machine"
	"github.com/legwork-go/legwork/reducer/internal/tell"
	"github.com/legwork-go/legwork/trip"
)

// What a message asks to be done (behaviour 6.1). Acts that need no tool come first, each with its answer. The first
// act that queues something ends the decision; the acts behind it are dropped with a sentence.

// tellActs performs the acts that queue no call, and returns the others.
func (s *step) tellActs() (rest []trip.Act) {
	if s.Reading == nil {
		return nil
	}
	s.Reading = s.withChoice(s.Reading)
	for _, act := range s.Reading.Acts {
		if isSelect(act) && slices.ContainsFunc(rest, isSelect) {
			s.Rule("6.1.one-choice")
			rest = append(rest, act) // behind the first, to be dropped
			continue
		}
		if !s.tells(&act) {
			rest = append(rest, act)
		}
	}
	return s.oneWish(s.oneAnswer(rest))
}

// withChoice adds what a hold without a choice means: "is 2 refundable?", "then hold it". While something is held and
// other options were listed since, it is asked which of them.
func (s *step) withChoice(said *trip.Extraction) *trip.Extraction {
	at := slices.IndexFunc(said.Acts, isHold)
	if at < 0 || slices.ContainsFunc(said.Acts, isSelect) {
		return said
	}
	choice, t := trip.Act{Kind: trip.ActSelect}, &s.Next.Turn
	if told := s.teller().Told(); told != nil {
		s.Rule("6.1.select-it")
		choice.BundleID = told.BundleID
	} else if len(said.Acts[at].Items) > 0 || len(t.Shown) == 0 || len(booking.OfferOf(s.Next, s.At).Held) == 0 ||
		slices.Contains(t.Shown, s.Next.WorkingMemory.Selected.BundleID) {
		return said
	}
	with := *said
	with.Acts = slices.Insert(slices.Clone(said.Acts), at, choice)
	return &with
}

// wantsHold reports whether the message has something held, with a verb or a yes.
func (s *step) wantsHold() bool {
	return slices.ContainsFunc(s.Reading.Acts, func(a trip.Act) bool { return isHold(a) || isConfirm(a) })
}

func isSelect(a trip.Act) bool { return a.Kind == trip.ActSelect }

func isConfirm(a trip.Act) bool { return a.Kind == trip.ActConfirm }

func isHold(a trip.Act) bool { return a.Kind == trip.ActHold }

// oneAnswer resolves a message that has both a yes and a choice. A choice of what is already selected adds nothing and
// is dropped. A choice of anything else is a change, and the yes is dropped.
func (s *step) oneAnswer(rest []trip.Act) []trip.Act {
	if !slices.ContainsFunc(rest, isConfirm) || !slices.ContainsFunc(s.Reading.Acts, isSelect) {
		return rest
	}
	selected := s.Next.WorkingMemory.Selected.BundleID
	if first := slices.IndexFunc(rest, isSelect); first >= 0 && rest[first].BundleID == selected {
		return slices.DeleteFunc(rest, isSelect)
	}
	s.Rule("6.2.confirm-and-change")
	return slices.DeleteFunc(rest, isConfirm)
}

// oneWish combines selecting and holding in one message, in either order.
func (s *step) oneWish(rest []trip.Act) []trip.Act {
	isOther := func(a trip.Act) bool { return !isHold(a) }
	first := slices.IndexFunc(rest, isOther)
	if first < 0 || !isSelect(rest[first]) || !slices.ContainsFunc(rest, isHold) {
		return rest
	}
	// Rule: 6.1.select-then-hold
	isShown := slices.Contains(s.Next.Turn.Shown, rest[first].BundleID) // what never was is shown first
	s.Next.Turn.HoldRequested = isShown || rest[first].Like == (trip.Likes{})
	s.wanted = rest[slices.IndexFunc(rest, isHold)].Items
	return slices.DeleteFunc(rest, isHold)
}

// tells performs an act that queues nothing and reports whether it was one. An act that does not fit is one too.
// Rule: 6.1.no-tool
func (s *step) tells(a *trip.Act) bool {
	switch a.Kind {
	case trip.ActStartOver: // done before anything else
	case trip.ActUndo:
		s.tellUndo()
	case trip.ActShow, trip.ActSort, trip.ActAsk:
		switch {
		case s.search().AnswersOfDays(a):
		case a.What == trip.ShowDeadline && !s.booking().HoldsSomething() && s.wantsHold():
			s.Rule("6.1.hold")
			s.Say(messages.HoldUntil()) // "hold 2 until Sunday"
		case a.Kind == trip.ActShow && a.What == trip.ShowHolds && s.waitsToStartOver():
			s.repeatStartOver(s.booking().Givable())
		case a.Kind == trip.ActShow:
			s.teller().Show(a)
		case a.Kind == trip.ActSort:
			s.teller().Sort(a)
		default:
			s.teller().TellFact(a)
		}
	case trip.ActExtra:
		s.tellExtra(a.What)
	case trip.ActHelp:
		s.tellHelp(a.What)
	case trip.ActGreet, trip.ActThank, trip.ActMuse:
		s.courtesy(a)
	case trip.ActRefresh:
		s.refresh()
	case trip.ActComplain:
		s.Rule("6.1.complain")
		s.Say(messages.ActComplain{Waited: s.waited()}.Message())
	case trip.ActCancelBooking, trip.ActChangeBooking:
		s.tellBooking(a.Kind, a.Items)
	case trip.ActDecline:
		s.decline()
	case trip.ActConfirm:
		return s.tellsConfirm()
	case trip.ActApprove:
		return s.tellsApproval(a)
	case trip.ActSelect:
		return s.tellsSelect(a)
	case trip.ActHold:
		return s.tellsHold(a)
	case trip.ActRelease:
		return s.tellsRelease(a)
	default:
		s.Rule("6.1.unknown")
		s.Say(messages.ActUnknown{Act: tell.Shortened(a.Kind), Ask: new(s.teller().WaitsNow())}.Message())
	}
	return true
}

// refresh has everything searched anew, however young its quotes are.
func (s *step) refresh() {
	s.Rule("6.1.refresh")
	t := &s.Next.Turn
	t.FlightMarks, t.HotelMarks, t.SuppressRepeat = nil, nil, false
}

// courtesy answers a greeting, thanks or a goodbye, and what decides nothing.
func (s *step) courtesy(a *trip.Act) {
	if a.Kind == trip.ActMuse {
		s.Rule("6.1.muse")
		s.Say(messages.ActMuse{Praise: a.What == trip.MusePraise, Ask: s.teller().WaitsNow()}.Message())
		return
	}
	s.Rule("6.1.greet")
	if a.Kind == trip.ActThank {
		s.Next.Turn.SuppressRepeat = s.Changed // what comes next is told as it was
	}
	switch {
	case a.What == trip.ThankBye:
		s.Say(messages.ActGoodbye{
			Until: s.teller().Until(booking.OfferOf(s.Next, s.At).Held), Held: s.booking().HoldsSomething(),
			Picked: s.Next.WorkingMemory.Selected.BundleID != "" && s.booking().Furthest() == machine.ReturnToRisk,
		}.Message())
	case a.Kind == trip.ActThank:
		s.Say(messages.ActThank{Ask: s.teller().WaitsNow()}.Message())
	default:
		s.Say(messages.ActGreet{Ask: s.teller().WaitsNow()}.Message())
	}
}

// tellsSelect finds the bundle that is meant, and returns false so that it gets selected. If there is not exactly one,
// it says why and returns true.
func (s *step) tellsSelect(a *trip.Act) bool {
	s.Rule("6.1.select")
	if s.search().ChoosesDays(a) {
		return true
	}
	if s.teller().IsChangedPlan() {
		s.teller().SaySearchFirst()
		return true
	}
	bundle := s.teller().Meant(a)
	if bundle == nil {
		return true
	}
	a.BundleID = bundle.BundleID
	return false
}

func (s *step) tellsHold(a *trip.Act) bool {
	s.Rule("6.1.hold")
	switch w := &s.Next.WorkingMemory; {
	case slices.ContainsFunc(s.Reading.Acts, isSelect) && len(w.RankedBundles) > 0:
		return false // together with what is selected
	case s.teller().IsChangedPlan():
		s.teller().SaySearchFirst()
	case w.Selected.BundleID == "" && len(w.RankedBundles) == 0:
		if !s.HasSaid("act.nothing_on_offer") { // "hold the first one" is one wish
			s.Say(messages.ActNothingOnOffer())
		}
	case w.Selected.BundleID == "":
		s.Say(messages.HoldNothingSelected())
	case s.teller().NamesNothing(a.Items):
		s.Rule("1.5.part")
		s.Say(messages.HoldNoSuchPart{Refs: s.teller().Chosen(), Ask: s.teller().WaitsNow()}.Message())
	default:
		return false
	}
	return true
}

// do performs an act that queues a call. The trip first leaves the intake for the furthest valid point.
func (s *step) do(a *trip.Act) {
	s.Rule("6.1.order")
	s.GoTo(s.booking().Furthest())
	switch a.Kind {
	case trip.ActSelect:
		s.pick(offers.Bundle(s.Next, a.BundleID), s.wanted)
	case trip.ActHold:
		s.Next.Turn.HoldItems = a.Items
		s.teller().SayWholeOfChosen(a.Items)
		s.hold(nil)
	case trip.ActConfirm:
		s.doConfirm()
	case trip.ActRelease:
		s.release(a)
	case trip.ActApprove:
		s.approveInWords()
	}
}

// sayDropped says which acts are not done now: behind one that was done, or because something is asked first.
func (s *step) sayDropped(acts []trip.Act, isBehind bool) {
	if len(acts) == 0 {
		return
	}
	kinds := make([]string, len(acts))
	for i := range acts {
		kinds[i] = acts[i].Kind
	}
	s.Rule("6.1.dropped")
	s.Say(messages.ActDropped{Acts: kinds, Behind: isBehind}.Message())
}

// tellsRelease answers a release when there is nothing to give back, or the outcome of a write is unknown, and reports
// whether it did.
func (s *step) tellsRelease(a *trip.Act) bool {
	switch held := s.booking().Givable(); {
	case s.booking().InDoubt():
		s.search().RefuseUnknown()
	case len(s.partsHeld(a, held)) > 0:
		return false
	case len(held) > 0:
		s.Rule("1.5.part")
		s.Say(messages.ActPartNotHeld{Items: describe.Items(held), Ask: s.teller().WaitsNow()}.Message())
	default:
		s.Say(s.teller().NothingHeld())
	}
	return true
}

// release gives back what is held, or what is named of it.
func (s *step) release(a *trip.Act) {
	s.Rule("6.1.release")
	held := s.booking().Givable()
	part := s.partsHeld(a, held)
	for _, h := range part {
		s.teller().SayWhole(a.Items, &h.Shown)
	}
	if len(part) < len(held) {
		s.releasePart(part)
		return
	}
	s.Say(messages.ActReleased{Items: describe.Items(s.booking().Givable())}.Message())
	offers.DropHolds(s.Next)
	if w := &s.Next.WorkingMemory; !s.booking().Booked() {
		s.Rule("6.1.release-unpicks")
		w.Selected, w.RiskReport = trip.Selection{}, nil
	}
	s.GoTo(s.booking().Furthest())
	s.booking().QueueReleases()
}

// asksToStartOver begins a new trip: the applier has emptied the requirements, unless something is held. That
// is asked about first, and the rest of the message waits for the answer.
func (s *step) asksToStartOver() bool {
	if !s.asksFor(trip.ActStartOver) {
		return false
	}
	s.Rule("6.1.start-over")
	t := &s.Next.Turn
	held := s.booking().Givable()
	if len(held) == 0 {
		doubted, doubt := s.inSpiteOf()
		s.Say(messages.ActStartedOver{InDoubt: doubted, Doubt: doubt}.Message())
		return false
	}
	s.Rule("6.1.start-over-asks")
	t.PlanBeforeMessage = nil
	t.StartOver = s.Next.Request.UserMessage
	s.GoTo(s.booking().Furthest())
	s.Say(s.startsOver(held))
	return true
}

// asksToStartOverAgain asks once more whether to begin anew, where the message has something picked or held instead of
// an answer: nothing of that is done before. A change of the trip, a release, and the end of all that is held end the
// question; but a yes is still one to it.
func (s *step) asksToStartOverAgain(rest []trip.Act) bool {
	t := &s.Next.Turn
	held := s.booking().Givable()
	isRelease := func(a trip.Act) bool { return a.Kind == trip.ActRelease }
	switch {
	case t.StartOver == "":
		return false
	case s.Changed || slices.ContainsFunc(rest, isRelease):
		t.StartOver = ""
		return false
	case slices.ContainsFunc(rest, isConfirm):
		return false
	case len(held) == 0:
		t.StartOver = ""
		return false
	case len(rest) == 0:
		return false
	}
	s.GoTo(s.booking().Furthest())
	s.sayDropped(rest, false)
	s.repeatStartOver(held)
	return true
}

// waitsToStartOver reports whether the question whether to start over is still open: something is held, and the message
// has changed nothing of the trip.
func (s *step) waitsToStartOver() bool {
	return s.Next.Turn.StartOver != "" && !s.Changed && !s.booking().InDoubt() && len(s.booking().Givable()) > 0
}

// repeatStartOver asks again whether to begin anew, once in an answer.
func (s *step) repeatStartOver(held []*trip.Hold) {
	s.Rule("6.1.start-over-again")
	if !s.HasSaid(trip.KeyStartOver) {
		s.Say(s.startsOver(held))
	}
}

// startOver empties the requirements and gives back what is held; then the message that waited is read.
func (s *step) startOver() {
	s.Rule("6.1.start-over-rest")
	t := &s.Next.Turn
	message, before := t.StartOver, s.Next.PlanSnapshot()
	offers.StartOver(s.Next)
	t.StartOver = ""
	s.Next.Request.UserMessage = message
	s.GoTo(machine.ReturnToStart)
	s.booking().QueueReleases()
	s.read(message)
	t.PlanBeforeMessage = &before // which the message empties: that can be taken back
}

// tellUndo says why nothing was undone. If there was something to undo, the applier has undone it and the echo says so.
func (s *step) tellUndo() {
	if s.Changed || s.Requested {
		return
	}
	if s.booking().Booked() {
		s.tellBooking(trip.ActCancelBooking, nil)
		return
	}
	if ask := s.Next.Status.Ask; ask != nil && ask.Kind == trip.AskClarify && len(s.Next.Turn.Questions) == 0 {
		s.Rule("6.1.undo-question")
		s.Say(messages.ActQuestionDropped())
		return
	}
	s.Rule("6.1.undo-nothing")
	s.Say(messages.ActNothingToUndo{Ask: s.teller().WaitsNow()}.Message())
}

// tellExtra tells the person whom to ask about something that no offer mentions.
func (s *step) tellExtra(what string) {
	s.Rule("6.1.extra")
	if what == trip.ExtraWatch {
		s.Say(messages.ActWatch{Ask: s.teller().WaitsNow()}.Message())
		return
	}
	locator := ""
	if b := s.booking().Confirmed(); b != nil {
		locator = b.RecordLocator
	}
	s.Say(messages.ActExtra{What: tell.Shortened(what), Booking: locator, Ask: s.teller().WaitsNow()}.Message())
}

// tellHelp explains a word if the person asked about one. Otherwise it says what the person can say next.
func (s *step) tellHelp(word string) {
	switch word {
	case "":
		s.Rule("6.1.help")
		s.Say(messages.ActHelp{Waited: s.waited()}.Message())
		return
	case trip.HelpCondition:
		s.Rule("6.1.on-condition")
		s.Say(messages.ActOnCondition())
		return
	}
	s.Rule("6.1.explain")
	s.Say(messages.ActExplain{Word: tell.Shortened(word), Ask: s.teller().WaitsNow()}.Message())
}

// tellBooking says what is booked and that nothing was cancelled or changed (6.5). A change that brings new
// values is told by echoBooking.
func (s *step) tellBooking(kind string, named []string) {
	if kind == trip.ActChangeBooking && s.Changed {
		return
	}
	s.Rule(map[string]string{trip.ActCancelBooking: "6.5.cancel", trip.ActChangeBooking: "6.5.change"}[kind])
	s.Next.Turn.SuppressRepeat = false
	if len(s.Next.WorkingMemory.Bookings) == 0 {
		if s.teller().EndsInDoubt() {
			return
		}
		if s.booking().HoldsSomething() {
			s.Rule("6.5.held")
			s.Say(messages.ActOnlyHeld{Act: kind}.Message())
			return
		}
		s.Say(messages.ActNothingBooked{Act: kind, Ask: new(s.teller().WaitsNow())}.Message())
		return
	}
	if len(named) == 0 {
		s.Say(aboutBooking(kind, messages.BookingCancelBooking{Refs: s.teller().AllBookings()}))
		return
	}
	s.Rule("6.5.part")
	parts := s.bookedParts(named)
	if len(parts) == 0 {
		s.Say(messages.BookingNoSuchPart{Refs: s.teller().AllBookings()}.Message())
		return
	}
	s.Say(aboutBooking(kind, messages.BookingCancelBooking{Bookings: describe.Bookings(parts)}))
}

// aboutBooking says how a booking is cancelled, or changed.
func aboutBooking(kind string, m messages.BookingCancelBooking) trip.Message {
	if kind == trip.ActChangeBooking {
		return messages.BookingChangeBooking(m).Message()
	}
	return m.Message()
}

// echoBooking says that a booking stays as it is when the requirements change beside it (6.5).
func (s *step) echoBooking() {
	b := s.booking().Confirmed()
	if b == nil || !s.Changed || s.isBookedAlready() {
		return
	}
	s.Rule("6.5.stays")
	s.Say(messages.BookingStays{Refs: trip.Refs{Booking: s.teller().BookingNumber(b)}}.Message())
}

// partsHeld returns those of some holds that an act names, by their ids or as parts of the trip.
func (s *step) partsHeld(a *trip.Act, held []*trip.Hold) []*trip.Hold {
	return slices.DeleteFunc(slices.Clone(held), func(h *trip.Hold) bool {
		if len(a.Holds) > 0 {
			return !slices.Contains(a.Holds, h.HoldID)
		}
		return !offers.IsPart(s.Next, a.Items, &trip.HoldItem{ItemType: h.ItemType, OptionID: h.OptionID}, &h.Shown)
	})
}

// releasePart gives back what is named, and asks for the approval of the rest.
// Rule: 1.5.part
func (s *step) releasePart(part []*trip.Hold) {
	s.Rule("1.5.part")
	ids := make([]string, len(part))
	for i, h := range part {
		ids[i] = h.HoldID
	}
	s.Say(messages.ActReleased{Items: describe.Items(part)}.Message())
	offers.DropSome(s.Next, ids)
	s.GoTo(s.booking().Furthest())
	s.booking().QueueReleases()
	s.teller().SayHolds()
}
