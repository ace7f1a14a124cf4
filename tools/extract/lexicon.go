package extract

import (
	"cmp"
	"embed"
	"iter"
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

// linesOf yields the cells of each line of a table that is no comment.
func linesOf(table string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(table) {
			if cells := strings.Split(strings.TrimRight(line, "\n"), "\t"); line[0] != '#' && !yield(cells) {
				return
			}
		}
	}
}

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
		for cells := range linesOf(string(table)) {
			if name, isClass := strings.CutPrefix(cells[0], "@"); isClass {
				for _, part := range cells[2:] {
					within = append(within, [2]string{name, part})
				}
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

// wordClass is a class as the rules look into it.
type wordClass struct {
	entries []entry
	list    []string          // its words and phrases
	phrases [][]string        // each as its words
	values  map[string]string // what the class says of each
	has     map[string]bool
}

// classes are those of English, by their names.
var classes = func() map[string]*wordClass {
	all := map[string]*wordClass{}
	for name, list := range english {
		c := &wordClass{entries: list, values: map[string]string{}, has: map[string]bool{}}
		for _, e := range list {
			c.list, c.phrases = append(c.list, e.phrase), append(c.phrases, strings.Fields(e.phrase))
			c.values[e.phrase], c.has[e.phrase] = e.value, true
		}
		all[name] = c
	}
	return all
}()

// classWords are the words and phrases of all classes.
var classWords = func() map[string]bool {
	all := map[string]bool{}
	for _, c := range classes {
		for phrase := range c.has {
			all[phrase] = true
		}
	}
	return all
}()

func classOf(name string) *wordClass {
	c, ok := classes[name]
	if !ok {
		panic("extract: no class " + name)
	}
	return c
}

// class lists the words and phrases of a class.
func class(name string) []string { return classOf(name).list }

// is reports whether a word is of a class.
func is(name, word string) bool { return classOf(name).has[word] }

// valueOf is what a class says of a word, empty when the word is not of it.
func valueOf(name, word string) string { return classOf(name).values[word] }

// phrases lists the phrases of a class, each as its words.
func phrases(name string) [][]string { return classOf(name).phrases }

// numbers are the words of a class whose values are numbers.
func numbers[T int | int64](name string) map[string]T {
	all := map[string]T{}
	for phrase, value := range classOf(name).values {
		n, _ := strconv.Atoi(value)
		all[phrase] = T(n)
	}
	return all
}

// kinds are those of a class whose values name something else.
func kinds[T any](name string, of map[string]T) map[string]T {
	all := map[string]T{}
	for phrase, value := range classOf(name).values {
		all[phrase] = of[value]
	}
	return all
}

// The classes of which the rules ask for a number or a kind, and two that are looked into as a whole. What each is for
// stands at the head of the table.
var (
	cardinals      = numbers[int64]("number")
	companionNouns = numbers[int64]("companion")
	countNouns     = kinds("count", map[string]countKind{
		"adult": adultCount, "child": childCount, "infant": infantCount,
		"room": roomCount, "night": nightCount, "star": starCount, "stop": stopCount,
	})
	cueWords = kinds("cue", map[string]cueKind{
		"go": goCue, "leave": leaveCue, "back": backCue, "arrive": arriveCue,
		"check-in": checkInCue, "check-out": checkOutCue,
	})
	months     = numbers[int]("month")
	ordinals   = numbers[int64]("ordinal")
	topicWords = kinds("topic", map[string]topic{"flight": flightTopic, "hotel": hotelTopic})
	weekdays   = numbers[int]("weekday")
	writtenFor = func() *strings.Replacer {
		var pairs []string
		for _, e := range english["spelling"] {
			pairs = append(pairs, e.phrase, e.value)
		}
		return strings.NewReplacer(pairs...)
	}()
	contentWords = classOf("content").has
	fillerWords  = classOf("filler").has
	denying      = slices.Concat(class("not"), class("lack"))
	possessive   = class("possessive")
	whose        = append(slices.Clip(possessive), "the")
)
