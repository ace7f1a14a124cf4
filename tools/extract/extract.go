package extract

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/chat"
	"github.com/legwork-go/legwork/trip"
)

// Register adds the tool to a registry.
func Register(reg tools.Registry) { reg[trip.ToolExtract] = New() }

// New returns the handler of trip_requirements_extract.
//
//   - Errors: class invalid_arguments when the arguments are not of the tool's shape.
func New() tools.Tool {
	return tools.Tool{Run: func(_ context.Context, req tools.Request) ([]byte, error) {
		result, err := ForTrip(req.Arguments, &req.Intent)
		if err != nil {
			return nil, tools.Failure(trip.ClassInvalidArguments, err.Error())
		}
		return json.Marshal(result)
	}}
}

// Extract reads one message. It is a pure function of the arguments.
//
//   - Input: {user_message, context{timezone, now, home_airport_code?, current_intent, open_request?, fields[]?,
//     unread_messages[]?}}.
//   - Output: what the message changes, after the unread ones before it; fields that none of them speaks of are
//     absent.
//   - Errors: ErrArguments.
func Extract(argumentsJSON []byte) (Result, error) { return ForTrip(argumentsJSON, nil) }

// ForTrip is Extract for a message to a trip. The arguments do not have all that the reading goes by: what is
// offered, held and booked, and what was said before, stand in the intent, which may be nil.
func ForTrip(argumentsJSON []byte, in *trip.Intent) (Result, error) {
	var args arguments
	if err := json.Unmarshal(argumentsJSON, &args); err != nil {
		return Result{}, fmt.Errorf("%w: %w", ErrArguments, err)
	}
	if args.UserMessage == nil || args.Context == nil {
		return Result{}, fmt.Errorf("%w: user_message and context are required", ErrArguments)
	}
	k, err := decodeKnown(args.Context.CurrentIntent)
	if err != nil {
		return Result{}, err
	}
	if in != nil {
		k.WorkingMemory, k.Turn.Days, k.recent = in.WorkingMemory, in.Turn.Days, in.Turn.Assist.Recent
		k.UndoStack, k.Turn.Number, k.Turn.Shown = in.UndoStack, in.Turn.Number, in.Turn.Shown
		k.Turn.ListedHeld = in.Turn.ListedHeld
	}
	k.home, k.open, k.unsaid = args.Context.HomeAirportCode, args.Context.OpenRequest, args.Context.LodgingUnsaid
	today, err := todayIn(args.Context.Timezone, args.Context.Now)
	if err != nil {
		return Result{}, err
	}
	res, err := readAll(append(args.Context.UnreadMessages, *args.UserMessage), today, k)
	if err != nil {
		return Result{}, err
	}
	return answerOwn(res, *args.UserMessage, k, args.Context.Fields), nil
}

func todayIn(zone, now string) (trip.Date, error) {
	at, err := time.Parse(time.RFC3339Nano, now)
	if err != nil {
		return 0, fmt.Errorf("%w: now: %w", ErrArguments, err)
	}
	loc, err := catalog.Catalog{}.Zone(zone) // the engine's own rules: its today is ours
	if err != nil {
		return 0, fmt.Errorf("%w: timezone: %w", ErrArguments, err)
	}
	y, m, d := at.In(loc).Date()
	day := trip.NewDate(y, int(m), d)
	if day == 0 {
		return 0, fmt.Errorf("%w: now is outside of the calendar", ErrArguments)
	}
	return day, nil
}

// read understands a message on a day, with what was known before: it finds what the message says, gives each place and
// day its part, and writes the trip of it.
func read(message string, today trip.Date, k *known) Result {
	r := &reading{message: message, today: today, known: k, sum: chat.Calculates(message, k.recent, today)}
	res := r.understand()
	owned, landed := r.idleFlights()
	if len(owned) > 0 {
		r.landed = landed
		r = r.without(owned...)
		res = r.understand()
	}
	idle, event := r.idle(&res)
	if idle = slices.Concat(idle, r.idleDenials(&res), r.doubtful()); len(idle) > 0 {
		heads := r.heads
		r = r.without(idle...)
		r.heads, r.event = heads, event
		res = r.understand()
	}
	return res
}

// without returns a new reading of the same message that leaves out these bytes too.
func (r *reading) without(hidden ...span) *reading {
	return &reading{
		message: r.message, today: r.today, known: r.known, sum: r.sum, landed: r.landed, event: r.event,
		hidden: slices.Concat(r.hidden, hidden),
	}
}

// understand reads the message of r.
func (r *reading) understand() Result {
	message, k := r.message, r.known
	r.again = words.IsRetry(message)
	if r.again && k.Request.Kind == trip.KindAssist {
		// An open request is taken up again: the message brings nothing itself.
		return Result{
			MissingRequiredFields: []string{}, ClarifyingQuestions: []string{}, Request: Request{Kind: trip.KindPlan},
		}
	}
	rest, isCard := takeCard(message)
	c, rest := takeContact(rest, k.Requests)
	r.card, r.claims = isCard, claimsOfCut(message, rest)
	r.toks = tokenize(rest)
	said := r.find()
	res := Result{
		MissingRequiredFields: []string{}, ClarifyingQuestions: []string{},
		Request: Request{Kind: trip.KindPlan}, Language: r.language,
	}
	there := r.asidePlace()
	if res, elsewhere := r.elsewhere(res, there); elsewhere {
		return res
	}
	r.assignPlaces()
	if r.startsAnother() {
		r.addActs(Act{Act: trip.ActStartOver})
	}
	r.assignDates()
	a := r.assemble(said.flight)
	a.writeWishes(said.cabin, said.flight)
	a.excludeConnections()
	a.writeVia()
	a.excludeModes()
	a.writeModes()
	a.writeTimes()
	a.writeLandingDays()
	a.tellExtremes()
	a.excludeDays()
	a.writeOpen()
	if c.Email+c.Phone != "" {
		a.patch.Contact = &c
	}
	a.writeRequests()
	res.Clears = append(r.clears(), a.clears...)
	a.writeBudget(said.money, slices.Contains(res.Clears, budgetPath))
	r.repeats = r.repeats || r.keepsDay() || k.stayOnly() && r.refusesFlight() ||
		r.isReadWhole() && (r.saysScope() || !a.patch.isZero())
	a.dropRepeats()
	a.followPlaces()
	a.findBeyond()
	a.findUnused()
	a.asksInstead()
	res.TripIntent = a.patch
	res.Questions = a.clarify()
	a.keepWhen()
	a.scope.pointAt(there)
	if r.speaksOfTrip() || len(r.acts) > 0 {
		a.scope.drop(messages.KeyAssumeOther)
		a.scope.drop(messages.KeyAssumeAsked)
	}
	res.Assumptions = a.scope.changed(k)
	r.keepHeld(&res)
	if l := res.TripIntent.Lodging; l != nil && l.Needed != nil && !*l.Needed && !k.isCommitted() {
		r.acts = slices.DeleteFunc(r.acts, isOf(trip.ActCancelBooking)) // "cancel the hotel" of what is only planned
	}
	res.settle(r)
	return res
}

// wishes are what a message says about how to travel, beside its places and days.
type wishes struct {
	money  budgets
	cabin  cabinWish
	flight flightWishes
}

// find marks what the tokens of a message are. Each step leaves alone what one before it took, so their order matters:
// times are found before money and money before days, and places are what is left.
func (r *reading) find() wishes {
	var w wishes
	r.joinTowns()
	r.findCodes()
	r.translate()
	r.findNames()
	r.joinDecimals()
	r.hide()
	r.joinPeople()
	r.partIs()
	r.joinNumbers()
	r.joinHours()
	r.restate()
	r.joinWhether()
	r.supposesNow()
	r.setMoodsApart()
	r.setSomeApart()
	r.findMoods()
	r.findTopics()
	r.findCues()
	r.findFacts()
	r.findOtherParts()
	r.findPairs()
	r.findRequests()
	r.findActs()
	r.findModes()
	r.findOther()
	r.setAside()
	r.takeTimes()
	w.money = r.findMoney()
	r.findAirlines()
	r.findOpen()
	r.findShift()
	r.findDates()
	r.aroundEvent(cmp.Or(r.event, r.dayApart()))
	r.findDaysOut()
	r.findVague()
	r.weekendOf()
	r.weekendAsked()
	r.setOthersDaysAside()
	r.findCounts()
	r.recount()
	r.findBirths()
	w.cabin = r.findCabin()
	w.flight = r.findFlightWishes()
	r.findPlaces()
	return w
}

// elsewhere answers a message that is not about the trip: a question about the world, or something that the engine does
// not do. A message after it without a word about the trip is taken to continue that subject.
func (r *reading) elsewhere(res Result, there string) (Result, bool) {
	k := r.known
	same := scope{assumptions: slices.Clone(k.Status.AssumptionKeys)}
	isAnswer := len(r.known.targets()) > 0 && r.wordCount() <= 4 || r.corrects()
	isContact := len(r.claims) > 0 && r.claims[0].Slot == byContact.slot // which is cut out before all
	follows := len(r.acts) == 0 && !r.speaksOfTrip() && !isAnswer && len(r.dates)+len(r.places)+len(r.counts) > 0
	switch {
	case len(r.acts) == 0 && len(r.other)+len(r.requested) == 0 && !isContact && r.toChange() == "" && r.asksElse(),
		follows && k.assumes(messages.KeyAssumeAsked):
		res.Request.Kind = trip.KindAssist
		if r.isAboutDocuments() {
			res.Request.About = trip.AboutDocuments
		}
		same.drop(messages.KeyAssumeOther)
		if k.begun() {
			same.add(messages.AssumeAsked())
		}
		r.noteRest(byQuestion)
		res.Reading = r.account(nil)
	case len(r.other) > 0 && !r.speaksOfTrip() && len(r.acts) == 0 && k.begun(),
		follows && k.assumes(messages.KeyAssumeOther):
		res.Topic = trip.TopicOther
		res.tellLeft(r, []Left{r.leftAt(0, min(len(r.toks), maxUnreadTokens))})
		same.drop(messages.KeyAssumeAsked)
		same.add(messages.AssumeOther())
	default:
		return res, false
	}
	same.pointAt(there)
	res.Assumptions = same.changed(k)
	return res, true
}

// begun reports whether there is a trip that a day of another matter could be mistaken for.
func (k *known) begun() bool {
	return !k.fresh() || k.assumes(messages.KeyAssumeOther)
}

// maxUnreadTokens bounds how much of a message is repeated to the person.
const maxUnreadTokens = 40

// speaksOfTrip reports whether the message has a word of a journey or a place to sleep, outside of what is about
// something else.
func (r *reading) speaksOfTrip() bool {
	isOfTrip := func(i int) bool { return !r.otherToken(i) && !r.aside(i) }
	return slices.ContainsFunc(r.topics, func(m topicMark) bool { return isOfTrip(m.at) && !r.isWhere(m.at) }) ||
		slices.ContainsFunc(r.cues, func(c cue) bool {
			return isOfTrip(c.from) &&
				(c.strong() || r.anyOf(c.from, "fly", "flying", "travel", "traveling", "travelling", "trip"))
		}) || slices.ContainsFunc(r.counts, func(c countMention) bool {
		return c.kind != nightCount && !r.otherToken(c.from)
	}) || r.some(0, len(r.toks), func(i int) bool {
		return r.anyOf(i, "trip", "vacation", "adult", "adults", "budget", "journey", "itinerary") && isOfTrip(i)
	}) || len(r.airline)+len(r.requested) > 0 || r.shift != nil || len(r.modes) > 0 ||
		slices.ContainsFunc(r.places, func(p placeMention) bool { return r.unwanted(p.from) })
}

// otherToken reports whether token i stands in a part that is about something else.
func (r *reading) otherToken(i int) bool { return r.toks[i].other }

// settle adds what the message asks to be done, and what of it could not be used.
func (r *Result) settle(m *reading) {
	changes := !r.TripIntent.isZero() || len(r.Clears) > 0 || len(r.Questions) > 0
	isAdded := m.known.askKind() == trip.AskChoose && r.TripIntent.onlyRequests() && len(r.Clears)+len(r.Questions) == 0
	r.Acts = m.settledActs(changes && !isAdded || len(m.other) > 0) // "yes, with window seats" still asks which one
	unread := m.other
	if len(m.other) > 0 && !changes && len(r.Acts) == 0 {
		r.Topic = trip.TopicOther
	}
	if a, _, ok := m.readBy(askForms["?refresh"], m.whole()); ok && !changes {
		m.noteRest(byAct)
		r.Acts = []Act{a}
	}
	said := strings.TrimSpace(m.words(0, len(m.toks)))
	if !changes || r.TripIntent.onlyAllows() {
		if a, ok := m.allowsAny(&r.TripIntent); ok && len(m.acts) == 0 && len(r.Clears) == 0 {
			m.noteRest(byAct)
			r.Acts = []Act{a}
		}
	}
	used := changes || m.repeats || len(r.Acts) > 0 || len(m.other) > 0 || m.again
	switch {
	case used || said == "" || m.card: // of a card the engine says what is to be said
	case m.asksOnly() && !m.told("?of-offers", m.whole()):
		r.Request.Kind = trip.KindAssist
	default:
		whole := m.leftAt(0, len(m.toks))
		isWithin := func(l Left) bool { return whole.Start <= l.Start && l.End <= whole.End }
		unread = append(append(unread, whole), slices.DeleteFunc(slices.Clone(m.left), isWithin)...)
	}
	if said == "" {
		unread = append(unread, m.left...) // all of it is about something else
	}
	if changes || len(r.Acts) > 0 || m.repeats {
		m.tellQuestions()
		m.findLeft(r)
		unread = append(unread, m.left...)
	}
	r.tellLeft(m, unread)
}

// asksOnly reports whether all of the message is questions, of which "what about a later flight?" is none. What no rule
// can answer of them is for the assistant.
func (r *reading) asksOnly() bool {
	for s := range r.asides {
		from, to := r.span(s)
		isWish := r.anyOf(from, "what", "how") && r.anyOf(from+1, "about", "if")
		if isWish || !r.asks(s) || !r.hasIn(from, to, "?") {
			return false
		}
	}
	return len(r.asides) > 0
}

// maxUnread bounds how much of a message is repeated to the person, in bytes.
const maxUnread = 200

// isReadWhole reports whether every word of the message was read, or is one that says nothing of its own.
func (r *reading) isReadWhole() bool {
	read := 0
	for i := range r.toks {
		if read = max(read, r.hostAt(i)); i < read {
			continue
		}
		t := &r.toks[i]
		plain := is("beside-number", t.text) || topicWords[t.text] != noTopic || countNouns[t.text] != noCount ||
			r.anyOf(i, "weare", "wewill", "im", "ill", "obviously", "still", "needed", "said", "already", "a", "at",
				"from", "and", "too", "as", "really") || is("not", t.text)
		plain = plain || t.text == "one" && topicWords[r.text(i+1)] != noTopic
		if t.kind == word && !t.used && !plain {
			return false
		}
	}
	return true
}

// saysScope reports whether the message says what the trip consists of, as it does already: "we don't need a hotel",
// "just flights", "with a hotel please".
func (r *reading) saysScope() bool {
	k := r.known
	if k.stayOnly() && r.refusesFlight() {
		return true
	}
	if k.needsLodging() {
		return !k.fresh() && r.wants(hotelTopic) && !r.refusesStay()
	}
	return r.refusesStay() || r.wantsOnly("flight", "flights")
}

// writeWishes writes cabin, airline, stops and the rest.
func (a *assembly) writeWishes(cabin cabinWish, w flightWishes) {
	t := &a.patch
	switch {
	case cabin.any:
		t.NoPreference = append(t.NoPreference, fieldCabin)
	case cabin.other != "":
		a.questions = append(a.questions, a.r.cabinQuestion(cabin.other, cabin.name))
	case cabin.name != "" && !a.tellsOfLeg(cabin.at):
		t.Cabin = cabin.name
	}
	a.writeAirlines()
	if w.maxStops >= 0 && !a.tellsOfLeg(w.stopsAt) {
		t.constraints().MaxStops = &w.maxStops
	}
	if w.noRedEye {
		t.constraints().AvoidRedEye = &w.noRedEye
	}
	if w.refundable != 0 {
		only := w.refundable > 0
		t.constraints().RefundableOnly = &only
	}
}

func (a *assembly) writeAirlines() {
	t := &a.patch
	var names, allowed []string
	var refused []airlineMention
	liked := a.r.known.Preferences.Flight.PreferredAirlines
	for _, m := range a.r.airline {
		switch {
		case m.rejected:
			refused = append(refused, m)
		case m.name != "" && a.r.allowsAirline(m):
			allowed = append(allowed, m.name)
		case m.name == "":
			t.NoPreference = append(t.NoPreference, fieldAirline)
		case a.r.isOnlyNamed(m):
			a.r.tell(m.from, m.to)
		case !slices.Contains(names, m.name):
			names = append(names, m.name)
		}
	}
	if len(liked) > 0 && len(allowed) > 0 {
		names = slices.Concat(names, liked, allowed)
		slices.Sort(names)
		names = slices.Compact(names)
	}
	switch {
	case len(names) > 0:
		t.constraints().PreferredAirlines = names
		t.Airline = names[len(names)-1]
	case slices.Contains(t.NoPreference, fieldAirline) && len(a.r.known.Preferences.Flight.PreferredAirlines) > 0:
		t.constraints().PreferredAirlines = []string{}
		a.clears = append(a.clears, airlinesPath)
	}
	a.exclude(names, allowed, refused)
}
