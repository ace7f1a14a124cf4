package texts

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

var (
	//go:embed en.tsv
	englishTable string
	//go:embed de.tsv
	germanTable string
	//go:embed programs.tsv
	programsTable string
	//go:embed read.tsv
	readTable string // of the languages that are only read
)

var (
	english = readLanguage(englishTable, programsTable)
	german  = readLanguage(germanTable)

	shipped = withRead(map[string]*language{"en": english, "de": german})
)

// language is what is said in a language: the phrases of its table.
type language struct {
	phrases map[string]phrase

	// value tells a value. As it is no plain call, the buffer of a phrase need not be on the heap, though what a value
	// says may be a phrase again.
	value func(a Args, name, how string) string

	weekdays, months, numbers []string
	places                    map[string]string // names of places that are others in this language
	dot                       string            // behind the number of a day
	and, or                   string            // before the last of a list
	point, thousands          string            // of an amount
}

func readLanguage(tables ...string) *language {
	l := &language{phrases: map[string]phrase{}, value: Args.as}
	for _, table := range tables {
		for line := range strings.Lines(table) {
			if key, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
				l.phrases[key] = (&reader{text: text}).parse("")
			}
		}
	}
	l.weekdays = strings.Fields(l.say("language.weekdays"))
	l.months = strings.Fields(l.say("language.months"))
	l.numbers = strings.Fields(l.say("language.numbers"))
	l.places = map[string]string{}
	for pair := range strings.SplitSeq(l.say("language.places"), ";") {
		name, own, _ := strings.Cut(pair, "=")
		l.places[name] = own
	}
	l.and, l.or = l.between("language.and", "a", "b"), l.between("language.or", "a", "b")
	l.dot = l.between("language.day", "1", " month")
	l.thousands, l.point = l.between("language.amount", "1", "234"), l.between("language.amount", "234", "5")
	return l
}

// withRead adds the languages that are only read: English, with the phrases that stand in their own words.
func withRead(all map[string]*language) map[string]*language {
	for line := range strings.Lines(readTable) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) < 3 {
			continue
		}
		own := all[cells[0]]
		if own == nil {
			copied := *english
			own, copied.phrases = &copied, maps.Clone(english.phrases)
			all[cells[0]] = own
		}
		own.phrases[cells[1]] = (&reader{text: cells[2]}).parse("")
		own.and = own.between("language.and", "a", "b")
	}
	return all
}

// between returns what stands in a phrase between two others.
func (l *language) between(key, from, to string) string {
	_, text, _ := strings.Cut(l.say(key), from)
	text, _, _ = strings.Cut(text, to)
	return text
}

// text makes the text of a message.
func (l *language) text(m trip.Message) string { return Args{m.Params, l}.textOf(m.Key) }

// joined makes "a, b and c" of a list.
func (l *language) joined(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + l.and + list[n-1]
	}
	return strings.Join(list, "")
}

// plural counts something: "3 nights". The phrases are named after the one.
func (l *language) plural(n int64, of string) string {
	return l.say("count."+of, "n", strconv.FormatInt(n, 10))
}

// word says a word that programs use, such as a cabin: that of the table, else itself.
func (l *language) word(name string) string {
	if text := l.say("word." + name); text != "" {
		return text
	}
	return strings.ReplaceAll(name, "_", " ")
}

// city names a place as the language does: "München".
func (l *language) city(name string) string { return cmp.Or(l.places[name], name) }

// money writes an amount as the language does: "1.480,00 USD".
func (l *language) money(text string) string {
	whole, rest, ok := strings.Cut(text, ".")
	if l.point == "." || strings.Trim(whole, "-0123456789") != "" {
		return text
	}
	if !ok {
		var currency string
		whole, currency, _ = strings.Cut(text, " ")
		return strings.TrimSpace(l.grouped(whole) + " " + currency)
	}
	return l.grouped(whole) + l.point + rest
}

func (l *language) grouped(whole string) string {
	for i := len(whole) - len("000"); i > 0 && whole[i-1] != '-'; i -= len("000") {
		whole = whole[:i] + l.thousands + whole[i:]
	}
	return whole
}

// Days and times of a place, as its clock and calendar say.

// day writes the day of a date or of a local time: "Sun 12 Apr 2026".
func (l *language) day(text string) string {
	day, ok := dayOf(text)
	if !ok {
		return text
	}
	b := append(make([]byte, 0, len("Mi 10. September 2026")), l.weekdays[day.Weekday()]...)
	b = append(strconv.AppendInt(append(b, ' '), int64(day.Day()), 10), l.dot...)
	b = append(append(b, ' '), l.months[day.Month()-1]...)
	return string(strconv.AppendInt(append(b, ' '), int64(day.Year()), 10))
}

// date writes a day without its weekday and year: "31 May".
func (l *language) date(day trip.Date) string {
	return strconv.Itoa(day.Day()) + l.dot + " " + l.months[day.Month()-1]
}

// dayInYear writes a day without its year: "Sun 12 Apr".
func (l *language) dayInYear(text string) string {
	day, ok := dayOf(text)
	if !ok {
		return text
	}
	return l.weekdays[day.Weekday()] + " " + l.date(day)
}

func dayOf(text string) (trip.Date, bool) {
	const length = len("2026-04-12")
	if len(text) < length {
		return 0, false
	}
	day, err := trip.ParseDate(text[:length])
	return day, err == nil
}

// clockText returns the clock reading of a local time: "21:40".
func clockText(text string) string {
	_, clock, ok := strings.Cut(text, "T")
	if !ok || len(clock) < len("21:40") {
		return ""
	}
	return clock[:len("21:40")]
}

func daysBetween(from, to string) int {
	a, ok := dayOf(from)
	b, known := dayOf(to)
	if !ok || !known {
		return 0
	}
	return a.DaysUntil(b)
}

func signed(n int) string {
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// duration tells minutes: "2 h 5 min".
func (l *language) duration(minutes int64) string {
	return l.say("time.long", "h", strconv.FormatInt(minutes/60, 10), "m", strconv.FormatInt(minutes%60, 10))
}

// sentenceOf begins a text with a capital and ends it with a full stop.
func sentenceOf(text string) string {
	text = strings.TrimRight(strings.TrimSpace(text), ".")
	if text == "" {
		return ""
	}
	return capital(text) + "."
}

// capital writes the first letter of a text as a capital.
func capital(text string) string { return withFirstLetter(text, unicode.ToUpper) }

// small writes the first letter of a text as a small one.
func small(text string) string { return withFirstLetter(text, unicode.ToLower) }

func withFirstLetter(text string, as func(rune) rune) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || first == utf8.RuneError || as(first) == first {
		return text
	}
	return string(as(first)) + text[size:]
}

func bullets(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n- " + strings.Join(lines, "\n- ")
}

// each tells one after the other, without those of which there is nothing to tell.
func each[T any](of []T, tell func(T) string) []string {
	var texts []string
	for _, o := range of {
		if text := tell(o); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// commas joins the parts that are not empty.
func commas(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}
