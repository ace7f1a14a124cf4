package chat

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// Bounds of what an answer tells.
const (
	maxPlaces    = 5
	maxPages     = 3
	maxPassages  = 3
	passageRunes = 400
	shownRunes   = 300
)

// answer tells what is known and what was found, then what failed; without any, what the assistant can do.
func (t *turn) answer() string {
	var parts []string
	if text := t.distance(); text != "" {
		parts = append(parts, text)
	}
	for _, f := range t.findings {
		if !f.useful() || f.tool == trip.ToolRetrieveDocs && t.used(trip.ToolRetrieveChunks) {
			continue
		}
		if text := t.sentence(f); text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	for _, f := range t.findings {
		if f.useful() || f.isUnmatched() && len(parts) > 0 {
			continue
		}
		if text := t.without(f); text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 {
		return t.smallTalk()
	}
	if t.lacksWeb() {
		parts = append(parts, t.say("no_web"))
	}
	if text := t.notDone(); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n\n")
}

// sentence tells one useful result in plain words.
func (t *turn) sentence(f finding) string {
	switch f.tool {
	case trip.ToolJavaScript:
		return t.tellSum(f)
	case trip.ToolGetWeather:
		return t.tellWeather(f.result)
	case trip.ToolSearchPlaces:
		return t.tellPlaces(f.result)
	case trip.ToolRetrieveChunks:
		return t.tellPassages(f.result)
	case trip.ToolRetrieveDocs:
		return t.tellDocuments(f.result)
	case trip.ToolScrapeWeb:
		return t.tellPage(f.result)
	}
	return t.tellPages(f.result)
}

// without says one result that is of no use.
func (t *turn) without(f finding) string {
	failed := "none"
	if f.failed {
		failed = "failed"
	}
	switch f.tool {
	case trip.ToolJavaScript:
		return t.say("calculation_failed", "note", short(f.result.text("note"), shownRunes))
	case trip.ToolGetWeather:
		return t.say("weather_failed")
	case trip.ToolSearchPlaces:
		return t.say("places_"+failed) + noteOf(f.result)
	case trip.ToolRetrieveDocs, trip.ToolRetrieveChunks:
		if f.isUnmatched() {
			return t.say("documents_unmatched") + " " + t.tellBeginning(f.result)
		}
		return t.say("documents_" + failed)
	case trip.ToolScrapeWeb:
		return t.say("page_" + failed)
	}
	if searchesWeb(f.tool) {
		return t.say("web_" + failed)
	}
	return ""
}

// tellSum quotes the comment that the code starts with.
func (t *turn) tellSum(f finding) string {
	value := t.asRounded(valueText(f.result["result"]))
	if of := f.result.object("result"); of["total"] != nil && of["interest"] != nil {
		value = t.say("interest", "total", inCents(of["total"]), "interest", inCents(of["interest"]))
	}
	label := labelOf(f.arguments.text("code"))
	switch {
	case label == "" || t.said != t.text && worded.MatchString(label): // in English
	case strings.HasPrefix(strings.TrimSpace(string(f.result["result"])), "{"):
		return label + ": " + value + "."
	default:
		return t.say("sum", "sum", label, "value", value)
	}
	return t.say("result", "value", value)
}

// worded are sums in words, rather than signs.
var worded = regexp.MustCompile(`[a-z]{2,} `)

func labelOf(code string) string {
	first, _, _ := strings.Cut(code, "\n")
	label, ok := strings.CutPrefix(first, "// ")
	if !ok {
		return ""
	}
	return short(label, shownRunes)
}

// valueText is a value as a person reads it: a text without quotes, an object as its members.
func valueText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return short(text, shownRunes)
	}
	var members document
	if json.Unmarshal(raw, &members) == nil && members != nil {
		var parts []string
		for _, key := range sortedKeys(members) {
			parts = append(parts, key+" "+valueText(members[key]))
		}
		return strings.Join(parts, ", ")
	}
	return short(rounded(string(raw)), shownRunes)
}

// A number of more digits than shownDigits has them because it was calculated in binary: nobody wants to read them.
const (
	exactDigits = 15
	shownDigits = 12
)

func rounded(number string) string {
	digits := len(strings.Trim(strings.ReplaceAll(number, ".", ""), "-0"))
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || digits <= exactDigits || !strings.Contains(number, ".") || strings.ContainsAny(number, "eE") {
		return number
	}
	if f, err = strconv.ParseFloat(strconv.FormatFloat(f, 'g', shownDigits, 64), 64); err != nil {
		return number
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// inCents is an amount of money.
func inCents(raw json.RawMessage) string {
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		return valueText(raw)
	}
	return strconv.FormatFloat(f, 'f', 2, 64)
}

func sortedKeys(d document) []string {
	keys := make([]string, 0, len(d))
	for k := range d {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (t *turn) tellWeather(d document) string {
	days := d.list("days")
	first, last := days[0].text("date"), days[len(days)-1].text("date")
	if last == first {
		last = ""
	}
	return t.say("weather", "where", d.object("location").text("name"), "from", first, "until", last,
		"summary", d.text("summary")) + noteOf(d)
}

// noteOf is what a result says about itself: that it is no forecast, that places are invented.
func noteOf(d document) string {
	if note := d.text("note"); note != "" {
		return " (" + strings.TrimSuffix(short(note, shownRunes), ".") + ".)"
	}
	return ""
}

func (t *turn) tellPlaces(d document) string {
	list := d.list("results")
	lines := make([]string, 0, maxPlaces)
	for _, p := range list[:min(len(list), maxPlaces)] {
		line := p.text("name")
		if line == "" {
			continue
		}
		var about []string
		if kind := p.text("kind"); kind != "" {
			about = append(about, cmp.Or(texts.Say(t.intent.Request.Locale, "kind."+kind), kind))
		}
		if rating := strings.Trim(string(p["rating"]), `"`); rating != "" && rating != "null" {
			about = append(about, t.say("rated", "rating", rating))
		}
		if price, err := strconv.Atoi(string(p["price_level"])); err == nil && price > 0 && price <= 4 {
			about = append(about, strings.Repeat("$", price))
		}
		if len(about) > 0 {
			line += " (" + strings.Join(about, ", ") + ")"
		}
		lines = append(lines, "- "+short(line, shownRunes))
	}
	where := d.object("location").text("name")
	if where == "" && len(list) > 0 {
		where = list[0].text("city")
	}
	note := strings.TrimRight("\n"+strings.TrimSpace(noteOf(d)), "\n")
	return t.say("places_found", "where", where) + "\n" + strings.Join(lines, "\n") + note
}

func (t *turn) tellPages(d document) string {
	list := d.list("results")
	if text := d.text("result"); len(list) == 0 && text != "" { // of a search that answers in words
		return t.say("web_found") + "\n" + short(text, passageRunes)
	}
	lines := []string{t.say("web_found")}
	for _, p := range list[:min(len(list), maxPages)] {
		line := p.text("title")
		if snippet := p.text("snippet"); snippet != "" {
			line = strings.TrimSpace(line + ": " + snippet)
		}
		if address := p.text("url"); address != "" {
			line = strings.TrimSpace(short(line, shownRunes) + " (" + short(address, shownRunes) + ")")
		}
		if line != "" {
			lines = append(lines, "- "+line)
		}
	}
	return strings.Join(lines, "\n")
}

// tellPage quotes of a page what fits the question best.
func (t *turn) tellPage(d document) string {
	return t.say("page_says", "title", short(d.text("title"), shownRunes)) + "\n" +
		bestPart(d.text("text"), pageAddress.ReplaceAllString(t.said, ""))
}

func (t *turn) tellDocuments(d document) string {
	var titles []string
	for _, doc := range d.list("documents") {
		if title := doc.text("title"); title != "" && len(titles) < maxPlaces {
			titles = append(titles, short(title, shownRunes))
		}
	}
	return t.say("documents", "titles", titles)
}

// tellPassages quotes the sentences that have most words of the question.
func (t *turn) tellPassages(d document) string {
	lines := []string{t.say("documents_say")}
	for _, c := range d.list("chunks") {
		if len(lines) > maxPassages {
			break
		}
		if quote := bestPart(c.text("text"), t.said); quote != "" && !slices.Contains(lines, quote) {
			lines = append(lines, quote)
		}
	}
	return strings.Join(lines, "\n")
}

// tellBeginning quotes how documents begin.
func (t *turn) tellBeginning(d document) string {
	lines := []string{t.say("documents_begin")}
	var told []string
	for _, c := range d.list("chunks") {
		id := c.text("document_id")
		if len(lines) > maxPassages || slices.Contains(told, id) {
			continue
		}
		if quote := bestPart(c.text("text"), ""); quote != "" {
			lines, told = append(lines, quote), append(told, id)
		}
	}
	return strings.Join(lines, "\n")
}

// bestPart is the stretch of whole sentences around the one that fits the question best.
func bestPart(text, question string) string {
	sentences := sentencesOf(text)
	best, highest := 0, -1
	for i, s := range sentences {
		if n := shared(s, question); n > highest {
			best, highest = i, n
		}
	}
	var quote string
	for _, s := range sentences[min(best, len(sentences)):] {
		if quote != "" && len([]rune(quote))+len([]rune(s)) > passageRunes {
			break
		}
		quote = strings.TrimSpace(quote + " " + s)
	}
	if quote == "" {
		return ""
	}
	return "- «" + short(quote, passageRunes) + "»"
}

// sentencesOf splits at line ends and after full stops.
func sentencesOf(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimLeft(line, "#"))
		for line != "" {
			i := strings.Index(line, ". ")
			if i < 0 {
				out = append(out, line)
				break
			}
			out = append(out, line[:i+1])
			line = strings.TrimSpace(line[i+2:])
		}
	}
	return out
}

// shared counts the words of four letters and more that two texts share, by their stems'
// first letters: «cancelled» and «cancellation» are one.
func shared(a, b string) int {
	const stem = 5
	have := map[string]bool{}
	for _, w := range wordsOf(a) {
		have[w.lower[:min(len(w.lower), stem)]] = true
	}
	n := 0
	for _, w := range wordsOf(b) {
		if key := w.lower[:min(len(w.lower), stem)]; len(w.lower) > 3 && have[key] {
			n++
			have[key] = false
		}
	}
	return n
}
