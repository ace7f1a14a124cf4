package extract

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/words"
)

// The words of a language stand in data/LANGUAGE/lexicon.tsv, each once: those of English with the classes that they
// are of, those of others with the word of English that they mean.

//go:embed data/*/lexicon.tsv data/en/beats.tsv
var tables embed.FS

// lexicon holds the words of each class: those of several words and long ones first, so that the first that fits says
// most.
type lexicon map[string][]entry

// entry is a word or phrase of a class, and what the class says of it.
type entry struct{ phrase, value string }

var english, tongues = readTables()

// readTables reads all languages, and the words of yes that are the engine's own. A folder is a language.
func readTables() (lexicon, []tongue) {
	lex, others, within := lexicon{}, []tongue{}, [][2]string{}
	lex.add("plain-yes", "", words.PlainYes)
	lex.add("yes", "", words.OtherYes)
	folders, _ := tables.ReadDir("data")
	for _, folder := range folders {
		table, err := tables.ReadFile("data/" + folder.Name() + "/lexicon.tsv")
		if err != nil {
			continue
		}
		own := tongue{name: folder.Name(), words: map[string]string{}, parts: map[string]bool{}}
		for line := range strings.Lines(string(table)) {
			cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if name, isClass := strings.CutPrefix(cells[0], "@"); isClass {
				for _, part := range cells[2:] {
					within = append(within, [2]string{name, part})
				}
				continue
			}
			if line[0] == '#' {
				continue
			}
			for of := range strings.FieldsSeq(cells[0]) {
				name, value, _ := strings.Cut(of, "=")
				if value = strings.ReplaceAll(value, "+", " "); name == "" {
					own.add(value, cells[1:])
				} else {
					lex.add(name, value, cells[1:])
					for _, month := range cells[1:] {
						if name == "month" && own.name != "en" {
							own.add(month, []string{month}) // it tells its language
						}
					}
				}
			}
		}
		if len(own.words) > 0 {
			others = append(others, own)
		}
	}
	for _, w := range within {
		lex[w[0]] = append(lex[w[0]], lex[w[1]]...)
	}
	for _, list := range lex {
		slices.SortFunc(list, func(a, b entry) int {
			return cmp.Or(strings.Count(b.phrase, " ")-strings.Count(a.phrase, " "), len(b.phrase)-len(a.phrase),
				strings.Compare(a.phrase, b.phrase))
		})
	}
	return lex, others
}

func (l lexicon) add(class, value string, phrases []string) {
	for _, phrase := range phrases {
		l[class] = append(l[class], entry{strings.TrimSuffix(phrase, " "+endOfPart), value})
	}
}

// classes are the words and phrases of each class.
var classes = func() map[string][]string {
	all := map[string][]string{}
	for name, list := range english {
		for _, e := range list {
			all[name] = append(all[name], e.phrase)
		}
	}
	return all
}()

// class lists the words and phrases of a class.
func class(name string) []string {
	list, ok := classes[name]
	if !ok {
		panic("extract: no class " + name)
	}
	return list
}

// members are the words and phrases of each class, to look one up.
var members = func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for name := range english {
		all[name] = set(name)
	}
	return all
}()

// is reports whether a word is of a class.
func is(name, word string) bool {
	of, ok := members[name]
	if !ok {
		panic("extract: no class " + name)
	}
	return of[word]
}

// phrases lists the phrases of a class, each as its words.
func phrases(name string) [][]string {
	list := make([][]string, len(english[name]))
	for i, e := range english[name] {
		list[i] = strings.Fields(e.phrase)
	}
	return list
}

func set(name string) map[string]bool {
	all := map[string]bool{}
	for _, e := range english[name] {
		all[e.phrase] = true
	}
	return all
}

// values are the words of a class and what it says of them.
func values(name string) map[string]string {
	all := map[string]string{}
	for _, e := range english[name] {
		all[e.phrase] = e.value
	}
	return all
}

// numbers are those of a class whose values are numbers.
func numbers[T int | int64](name string) map[string]T {
	all := map[string]T{}
	for _, e := range english[name] {
		n, _ := strconv.Atoi(e.value)
		all[e.phrase] = T(n)
	}
	return all
}

// kinds are those of a class whose values name something else.
func kinds[T any](name string, of map[string]T) map[string]T {
	all := map[string]T{}
	for _, e := range english[name] {
		all[e.phrase] = of[e.value]
	}
	return all
}

// The classes, as the rules call them. What each is for stands at the head of the table.
var (
	openWords       = values("open")
	otherParts      = values("other-part")
	smallWords      = set("small")
	afterNo         = class("after-no")
	answerWords     = class("answer")
	behindDenials   = phrases("denial-behind")
	denialFits      = phrases("denial-fit")
	betweenWords    = set("between")
	booked          = class("booked")
	cardinals       = numbers[int64]("number")
	chooseWords     = class("choose")
	companionNouns  = numbers[int64]("companion")
	comparatives    = english["better"]
	conditions      = phrases("condition")
	contractions    = values("contraction")
	correctingWords = class("correcting")
	countNouns      = kinds("count", map[string]countKind{
		"adult": adultCount, "child": childCount, "infant": infantCount,
		"room": roomCount, "night": nightCount, "star": starCount, "stop": stopCount,
	})
	courtesyOnly = class("courtesy-only")
	cueWords     = kinds("cue", map[string]cueKind{
		"go": goCue, "leave": leaveCue, "back": backCue, "arrive": arriveCue,
		"check-in": checkInCue, "check-out": checkOutCue,
	})
	currencyWords = values("currency")
	denialEnds    = class("denial-ends")
	doings        = class("doings")
	doubtful      = values("doubtful")
	events        = class("event")
	haltWords     = class("halt")
	it            = class("it")
	joyWords      = class("joy")
	lengthBounds  = class("length-bound")
	modeWords     = values("mode")
	months        = numbers[int]("month")
	ofJourneys    = class("of-journeys")
	offerNouns    = class("offer-nouns")
	ownWords      = values("own")
	ordinals      = numbers[int64]("ordinal")
	plainForms    = values("plain-form")
	politeIfs     = class("polite-ifs")
	restWords     = class("rest")
	sayers        = class("sayers")
	sayings       = class("sayings")
	shortForms    = values("short-form")
	sortWords     = english["sort"]
	superlatives  = english["superlative"]
	suppositions  = phrases("supposition")
	topicWords    = kinds("topic", map[string]topic{"flight": flightTopic, "hotel": hotelTopic})
	weekdays      = numbers[int]("weekday")
	wishVerbs     = class("wish-verbs")
	yesWords      = class("yes")
	writtenFor    = func() *strings.Replacer {
		var pairs []string
		for _, e := range english["spelling"] {
			pairs = append(pairs, e.phrase, e.value)
		}
		return strings.NewReplacer(pairs...)
	}()
	contentWords = set("content")
	determiners  = class("determiner")
	notWords     = class("not")
	denying      = slices.Concat(class("not"), class("lack"))
	narrowing    = class("narrowing")
	ofFlights    = class("narrowing-flight")
	ofHalts      = class("narrowing-halt")
	contrasts    = phrases("contrast")
	whethers     = phrases("whether")
)
