package chat

import (
	"regexp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// searchesWeb reports whether a tool searches the web: by its name, which a server of MCP has put its own before.
func searchesWeb(tool string) bool {
	name := "_" + strings.ReplaceAll(strings.ToLower(tool), "-", "_")
	return strings.HasSuffix(name, "_"+trip.ToolWebSearch) || strings.HasSuffix(name, "_"+trip.ToolSearchWeb)
}

// webTool is the tool that searches the web, those that ship first; empty when there is none.
func (t *turn) webTool() string {
	for _, tool := range []string{trip.ToolWebSearch, trip.ToolSearchWeb} {
		if t.may(tool) {
			return tool
		}
	}
	i := slices.IndexFunc(t.allowed, func(tool string) bool { return searchesWeb(tool) && t.may(tool) })
	if i < 0 {
		return ""
	}
	return t.allowed[i]
}

// A rule proposes calls for the turn, or none when the message has nothing for it.
type rule func(t *turn) []Call

// ruled is a rule, and whether there is a tool for what it proposes.
type ruled struct {
	may  func(t *turn) bool
	find rule
}

// rules run in this order, and all of them count: a message may ask for two things.
var rules = []ruled{
	{func(t *turn) bool { return t.webTool() != "" }, webCalls},
	{with(trip.ToolScrapeWeb), pageCalls},
	{with(trip.ToolJavaScript), sumCalls},
	{with(trip.ToolGetWeather), weatherCalls},
	{with(trip.ToolSearchPlaces), placeCalls},
}

func with(tool string) func(*turn) bool { return func(t *turn) bool { return t.may(tool) } }

// propose collects the calls that the rules find and that were not made yet.
func (t *turn) propose() Step {
	var step Step
	for _, r := range append(slices.Clip(rules), ruled{func(t *turn) bool { return t.webTool() != "" }, partCalls}) {
		if !r.may(t) {
			continue
		}
		for _, c := range r.find(t) {
			if !t.made(c) {
				step.ToolCalls = append(step.ToolCalls, c)
			}
		}
	}
	if len(step.ToolCalls) == 0 {
		step.Plan, step.ToolCalls = t.documentPlan()
	}
	if len(step.ToolCalls) == 0 && step.Plan == nil {
		step.ToolCalls = t.broader()
	}
	step.ToolCalls = step.ToolCalls[:min(len(step.ToolCalls), maxCalls-len(t.findings))]
	return step
}

// broader repeats a search for places of a category that found nothing once without its query, and asks a tool that was
// named by tool_choice for the message itself. Without a category it would find something else than was asked for.
func (t *turn) broader() []Call {
	for _, f := range t.findings {
		if f.tool != trip.ToolSearchPlaces || f.failed || f.arguments["query"] == nil || !t.may(f.tool) {
			continue
		}
		calls := placeCalls(t)
		for i := range calls {
			args, _ := calls[i].Arguments.(placeArguments)
			args.Query = ""
			calls[i].Arguments = args
		}
		return slices.DeleteFunc(calls, func(c Call) bool {
			args, ok := c.Arguments.(placeArguments)
			return ok && args.Category == "" || t.made(c)
		})
	}
	if len(t.findings) > 0 || t.text == "" {
		return nil
	}
	var call Call
	switch tool := t.webTool(); {
	case t.choice == trip.ToolSearchPlaces:
		call = Call{t.choice, placeArguments{Location: t.place(), Query: t.placeQuery()}}
	case t.choice == trip.ToolGetWeather:
		call = t.weatherCall()
	case tool != "" && (t.choice == tool || t.asksTheWorld()):
		call = Call{tool, queryArguments{short(strings.TrimRight(t.text, " ?!."), maxQueryRunes)}}
	default:
		return nil
	}
	if !t.may(call.Name) {
		return nil
	}
	return []Call{call}
}

// worldQuestion are the words of a question that is not about the assistant.
var worldQuestion = regexp.MustCompile(`(?i)\?\s*$|^\s*(?:please\s+|so\s+|and\s+)?(?:what|who|whose|when|where|which|why|how|is|are|does|do|did|was|were|will|has|can|tell\s+me)(?:'?s)?\b`)

// asksTheWorld reports whether the message is a question to which nothing else has an answer, so that the web is
// searched for it.
func (t *turn) asksTheWorld() bool {
	return worldQuestion.MatchString(t.text) && !distanceNeeds.MatchString(t.text) && t.smallTalk() == t.unanswered()
}

const maxQueryRunes = 200

type queryArguments struct {
	Query string `json:"query"`
}

var webWords = regexp.MustCompile(`(?i)\b(?:search|look(?:\s+it)?\s+up|browse|check|google)\b(?:[^.?!]*?)\b(?:the\s+)?(?:web|internet|online|google)\b\s*(?:for|about|:)?\s*(.*)|\bgoogle\s+(.+)`)

// webCalls understands «search the web for …».
func webCalls(t *turn) []Call {
	web, _ := t.webParts()
	m := webWords.FindStringSubmatch(web)
	if m == nil {
		return nil
	}
	query := strings.Trim(m[1]+m[2], " .?!\"'")
	if query == "" {
		query = strings.Trim(webWords.ReplaceAllString(web, ""), " .?!\"'")
	}
	if query == "" {
		query = web
	}
	return []Call{{t.webTool(), queryArguments{short(query, maxQueryRunes)}}}
}

// maxPageCalls is how many pages one message reads.
const maxPageCalls = 3

var pageAddress = regexp.MustCompile(`\bhttps?://[^\s<>"']+`)

type pageArguments struct {
	URL string `json:"url"`
}

// pageCalls reads the pages whose addresses the message names.
func pageCalls(t *turn) []Call {
	var calls []Call
	for _, address := range pageAddress.FindAllString(t.text, maxPageCalls) {
		calls = append(calls, Call{trip.ToolScrapeWeb, pageArguments{strings.TrimRight(address, ".,;:!?)")}})
	}
	return calls
}

// thenSum is where a sum begins that is asked for behind a search.
var thenSum = regexp.MustCompile(`(?i)[\s,;.?!]+(?:(?:and|also|then|please)[\s,]+)+((?:what(?:'s|\s+is|\s+are)|how\s+much\s+is|calculate|compute|work\s+out)\b.*)$`)

// webParts divides a message into what is for the web and the rest, in which a sum may be asked for.
func (t *turn) webParts() (web, rest string) {
	at := webWords.FindStringIndex(t.text)
	if at == nil {
		return "", t.text
	}
	rest, web = strings.TrimSuffix(strings.TrimRight(t.text[:at[0]], " ,"), " and"), t.text[at[0]:]
	if m := thenSum.FindStringSubmatchIndex(web); m != nil {
		rest, web = rest+" "+web[m[2]:m[3]], web[:m[0]]
	}
	return web, rest
}

// asksWeb keeps the other rules away from a message that is for the web.
func (t *turn) asksWeb() bool { return webWords.MatchString(t.text) }

// weatherNeeds are words that only a question about weather has.
var weatherNeeds = regexp.MustCompile(`(?i)\b(?:weather|forecast|temperatures?|climate|rain(?:y|ing|s)?|snow(?:y|ing|s)?|sunny|umbrella|degrees|humid(?:ity)?|(?:should|to|do|need)\s+(?:i\s+|we\s+)?(?:pack|wear)|(?:how|too|very|so)\s+(?:hot|cold|warm|chilly)|(?:is|be|gets?)\s+(?:it\s+)?(?:usually\s+|really\s+|still\s+)?(?:hot|cold|warm|chilly))\b`)

type weatherArguments struct {
	Location  string `json:"location,omitempty"`
	StartDate string `json:"start_date,omitempty"`
	EndDate   string `json:"end_date,omitempty"`
}

func weatherCalls(t *turn) []Call {
	if t.asksWeb() || !weatherNeeds.MatchString(t.text) {
		return nil
	}
	return []Call{t.weatherCall()}
}

// weatherCall leaves out the place and the days that nobody named: the engine knows the trip's. It
// gives both or none, so the trip's first place is left out where no days were named.
func (t *turn) weatherCall() Call {
	args := weatherArguments{Location: t.place()}
	switch from, to := t.days(); {
	case from != 0:
		args.StartDate, args.EndDate = from.String(), to.String()
	case t.isFirstStop(args.Location):
		args.Location = ""
	}
	return Call{trip.ToolGetWeather, args}
}

type placeArguments struct {
	Location string `json:"location,omitempty"`
	Category string `json:"category,omitempty"`
	Query    string `json:"query,omitempty"`
}

// placeNeed are the words of a category of places.
type placeNeed struct {
	category string
	words    *regexp.Regexp
}

// placeNeeds are the words of each category.
var placeNeeds = []placeNeed{
	{"food", regexp.MustCompile(`(?i)\b(?:restaurants?|dining|dine|dinner|lunch|breakfast|brunch|caf[eé]s?|food|eat|eating|cuisine|meals?|bistros?|bars?|pubs?|coffee|pizza|pizzerias?|sushi|ramen|tapas|vegan|vegetarian|bakery|bakeries)\b`)},
	{"tourism", regexp.MustCompile(`(?i)\b(?:sights?|sightseeing|attractions?|landmarks?|museums?|galler(?:y|ies)|monuments?|castles?|zoos?|aquariums?|beach(?:es)?|parks?|tours?|theat(?:re|er)s?|things\s+to\s+(?:do|see)|what\s+to\s+(?:do|see)|activities|places\s+(?:to\s+(?:visit|see)|of\s+interest))\b`)},
	{"lodging", regexp.MustCompile(`(?i)\b(?:hotels?|hostels?|guest\s?houses?|apartments?|lodging|accommodations?|places?\s+to\s+(?:stay|sleep)|bed\s+and\s+breakfasts?|b&bs?)\b`)},
	{"", regexp.MustCompile(`(?i)\b(?:church(?:es)?|cathedrals?|mosques?|temples?|synagogues?|(?:night\s?)?clubs?|night\s?life|jazz|live\s+music|atms?|pharmac(?:y|ies)|supermarkets?|groceries|playgrounds?|laundromats?|gyms?)\b`)},
}

// placeCalls makes one search for each category that is asked for. «Bed and breakfast» is no meal.
func placeCalls(t *turn) []Call {
	if t.asksWeb() {
		return nil
	}
	text := bedAndBreakfast.ReplaceAllString(t.text, "guest house")
	if t.asksDocuments() {
		return nil
	}
	var calls []Call
	for _, need := range placeNeeds {
		if !need.words.MatchString(text) {
			continue
		}
		for _, where := range t.everywhere() {
			calls = append(calls, Call{trip.ToolSearchPlaces, placeArguments{where, need.category, t.placeQuery()}})
		}
	}
	return onlyNamed(calls, text)
}

var (
	bedAndBreakfast = regexp.MustCompile(`(?i)\bbed\s+and\s+breakfasts?\b|\bb&bs?\b`)
	nearHotel       = regexp.MustCompile(`(?i)\b(?:near|close\s+to|around|by|from|at)\s+(?:my|our|the|a)\s+(?:hotel|hostel|apartment|guest\s?house)s?\b`)
)

// onlyNamed drops the search for places to stay when they are only where to look from («near my hotel»).
func onlyNamed(calls []Call, text string) []Call {
	if !slices.ContainsFunc(calls, notLodging) || !nearHotel.MatchString(text) {
		return calls
	}
	return slices.DeleteFunc(calls, func(c Call) bool { return !notLodging(c) })
}

func notLodging(c Call) bool {
	args, ok := c.Arguments.(placeArguments)
	return !ok || args.Category != "lodging"
}

var documentNeeds = regexp.MustCompile(`(?i)\b(?:documents?|pdfs?|files?|contract|lease|agreement|insurance|receipts?|invoices?|vouchers?|house\s+rules|terms(?:\s+and\s+conditions)?|paperwork|letters?|manual|handbook|brochure|according\s+to|my\s+(?:passport|visa|policy|confirmation|reservation)|our\s+(?:visas?|policy|confirmation|reservation))\b`)

// asksDocuments reports whether the message is about the person's documents. With documents or a
// property in scope a question without any other meaning is.
func (t *turn) asksDocuments() bool { return documentNeeds.MatchString(t.text) }

func (t *turn) hasScope() bool {
	return len(t.intent.Scope.DocumentIDs) > 0 || t.intent.Scope.PropertyID != ""
}

// The ids of the steps of a plan for documents.
const (
	stepSearch = "search_docs"
	stepRead   = "read_chunks"
)

type chunkArguments struct {
	Query       string   `json:"query"`
	DocumentIDs []string `json:"document_ids,omitempty"`
}

// documentPlan looks into documents: those in scope by one call whose ids the engine fills in,
// otherwise by a plan that finds documents and then reads their passages.
func (t *turn) documentPlan() (*Plan, []Call) {
	named := t.choice == trip.ToolRetrieveDocs || t.choice == trip.ToolRetrieveChunks
	if t.text == "" || t.asksWeb() || !named && !t.asksDocuments() && !t.hasScope() ||
		t.used(trip.ToolRetrieveDocs) || t.used(trip.ToolRetrieveChunks) || len(t.findings) > 0 {
		return nil, nil
	}
	query := short(t.text, maxQueryRunes)
	docs, chunks := t.may(trip.ToolRetrieveDocs), t.may(trip.ToolRetrieveChunks)
	switch {
	case chunks && (t.hasScope() || !docs):
		return nil, []Call{{trip.ToolRetrieveChunks, chunkArguments{Query: query}}}
	case chunks:
		return &Plan{Steps: []PlanStep{
			{stepSearch, trip.ToolRetrieveDocs, queryArguments{query}},
			{stepRead, trip.ToolRetrieveChunks, chunkArguments{query, []string{"<from_step_" + stepSearch + ">"}}},
		}}, nil
	case docs:
		return nil, []Call{{trip.ToolRetrieveDocs, queryArguments{query}}}
	}
	return nil, nil
}

// short is the start of a text, cut at a word.
func short(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	text = string(runes[:n])
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		return text[:i]
	}
	return text
}
