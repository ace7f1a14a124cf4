package chat

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
		if text := t.tell(f); text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	for _, f := range t.findings {
		if f.useful() || f.isUnmatched() && len(parts) > 0 {
			continue
		}
		if text := f.without(); text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 {
		return t.smallTalk()
	}
	if t.lacksWeb() {
		parts = append(parts, noWeb)
	}
	if text := t.notDone(); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n\n")
}

// tell says one useful result in plain sentences.
func (t *turn) tell(f finding) string {
	switch f.tool {
	case trip.ToolJavaScript:
		return t.tellSum(f)
	case trip.ToolGetWeather:
		return tellWeather(f.result)
	case trip.ToolSearchPlaces:
		return tellPlaces(f.result)
	case trip.ToolRetrieveChunks:
		return tellPassages(f.result, t.text)
	case trip.ToolRetrieveDocs:
		return tellDocuments(f.result)
	case trip.ToolScrapeWeb:
		return tellPage(f.result, t.text)
	}
	return tellPages(f.result)
}

// without says one result that is of no use.
func (f finding) without() string {
	switch f.tool {
	case trip.ToolJavaScript:
		if note := f.result.text("note"); note != "" {
			return "The calculation has no result: " + short(note, shownRunes) + "."
		}
		return "The calculation did not work."
	case trip.ToolGetWeather:
		return "I could not get the weather."
	case trip.ToolSearchPlaces:
		if f.failed {
			return "The search for places did not work."
		}
		return "I found no such place." + noteOf(f.result)
	case trip.ToolRetrieveDocs, trip.ToolRetrieveChunks:
		switch {
		case f.failed:
			return "I could not look into your documents."
		case f.isUnmatched():
			return "I found no word of it in what you selected. " + tellBeginning(f.result)
		}
		return "I found nothing about it in your documents."
	case trip.ToolScrapeWeb:
		if f.failed {
			return "I could not read the page."
		}
		return "The page has no text that I can read."
	}
	if searchesWeb(f.tool) {
		if f.failed {
			return "The web search did not work."
		}
		return "The web search found nothing."
	}
	return ""
}

// tellSum quotes the comment that the code starts with.
func (t *turn) tellSum(f finding) string {
	value := t.asRounded(valueText(f.result["result"]))
	if of := f.result.object("result"); of["total"] != nil && of["interest"] != nil {
		value = inCents(of["total"]) + ", of which interest " + inCents(of["interest"])
	}
	if label := labelOf(f.arguments.text("code")); label != "" {
		if strings.HasPrefix(strings.TrimSpace(string(f.result["result"])), "{") {
			return label + ": " + value + "."
		}
		return label + " = " + value
	}
	return "The result is " + value + "."
}

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

func tellWeather(d document) string {
	days := d.list("days")
	where := d.object("location").text("name")
	if where == "" {
		where = "There"
	}
	first, last := dayText(days[0].text("date")), dayText(days[len(days)-1].text("date"))
	span := "on " + first
	if last != first {
		span = "from " + first + " to " + last
	}
	text := fmt.Sprintf("Weather in %s %s: %s", where, span, d.text("summary"))
	if where == "There" {
		text = fmt.Sprintf("The weather there %s: %s", span, d.text("summary"))
	}
	return strings.TrimSpace(text + noteOf(d))
}

// dayText tells a day as a person writes it: "Mon 3 May 2027".
func dayText(iso string) string {
	day, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	return day.Format("Mon 2 Jan 2006")
}

// noteOf is what a result says about itself: that it is no forecast, that places are invented.
func noteOf(d document) string {
	if note := d.text("note"); note != "" {
		return " (" + strings.TrimSuffix(short(note, shownRunes), ".") + ".)"
	}
	return ""
}

func tellPlaces(d document) string {
	list := d.list("results")
	lines := make([]string, 0, maxPlaces)
	for _, p := range list[:min(len(list), maxPlaces)] {
		line := p.text("name")
		if line == "" {
			continue
		}
		var about []string
		if kind := p.text("kind"); kind != "" {
			about = append(about, kind)
		}
		if rating := strings.Trim(string(p["rating"]), `"`); rating != "" && rating != "null" {
			about = append(about, "rated "+rating)
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
	head := "I found:"
	if where != "" {
		head = "In " + where + " I found:"
	}
	return head + "\n" + strings.Join(lines, "\n") + strings.TrimRight("\n"+strings.TrimSpace(noteOf(d)), "\n")
}

func tellPages(d document) string {
	list := d.list("results")
	if text := d.text("result"); len(list) == 0 && text != "" { // of a search that answers in words
		return "On the web I found:\n" + short(text, passageRunes)
	}
	lines := []string{"On the web I found:"}
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
func tellPage(d document, question string) string {
	head := "The page says:"
	if title := d.text("title"); title != "" {
		head = "The page «" + short(title, shownRunes) + "» says:"
	}
	return head + "\n" + bestPart(d.text("text"), pageAddress.ReplaceAllString(question, ""))
}

func tellDocuments(d document) string {
	var titles []string
	for _, doc := range d.list("documents") {
		if title := doc.text("title"); title != "" && len(titles) < maxPlaces {
			titles = append(titles, short(title, shownRunes))
		}
	}
	if len(titles) == 0 {
		return "Some of your documents fit, but they have no titles to tell you."
	}
	return "These of your documents fit: " + strings.Join(titles, "; ") + "."
}

// tellPassages quotes the sentences that have most words of the question.
func tellPassages(d document, question string) string {
	lines := []string{"Your documents say:"}
	for _, c := range d.list("chunks") {
		if len(lines) > maxPassages {
			break
		}
		if quote := bestPart(c.text("text"), question); quote != "" && !slices.Contains(lines, quote) {
			lines = append(lines, quote)
		}
	}
	return strings.Join(lines, "\n")
}

// tellBeginning quotes how documents begin.
func tellBeginning(d document) string {
	lines := []string{"It begins:"}
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
	best, most := 0, -1
	for i, s := range sentences {
		if n := shared(s, question); n > most {
			best, most = i, n
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
