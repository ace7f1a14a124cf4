// Package texts makes sentences of messages. A decision says what it means as a key and parameters
// ([trip.Message]); what a person reads is made of them here, so a new wording or another language
// changes no decision.
//
// The words of a language are a table of phrases, one a line: en.tsv, de.tsv (phrase.go tells how one is written). What
// is told by one phrase has no code; what is put together of several is put together alike in all languages.
package texts

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Language makes the text of a message in one language. It returns "" for a key that it does not know.
type Language func(m trip.Message) string

// Table holds languages by locale, such as "de-AT", or by language alone, such as "de". What it does not hold is told
// in English or German, which the package has itself, and what these do not have in English; so the zero value is
// English and German.
type Table map[string]Language

// Render makes the text of a message for a locale.
//
// Rule: 7.0.render, 7.0.languages
func (t Table) Render(locale string, m trip.Message) string {
	name, _, _ := strings.Cut(locale, "-")
	for _, own := range [...]string{locale, name} {
		if render := t[own]; render != nil {
			if text := render(m); text != "" {
				return text
			}
		}
	}
	if l := shipped[name]; l != nil {
		if text := l.text(m); text != "" {
			return text
		}
	}
	return English(m)
}

// English makes the text of a message in English, "" of a key that no version of it has.
func English(m trip.Message) string { return english.text(m) }

// German makes the text of a message in German, "" of a key that no version of it has.
func German(m trip.Message) string { return german.text(m) }

// Of reads the parameters of a message that is told in the language of a locale.
func Of(locale string, params trip.Params) Args {
	name, _, _ := strings.Cut(locale, "-")
	if l := shipped[name]; l != nil {
		return Args{params, l}
	}
	return Args{params, english}
}

// Phrases returns the phrases of some families of keys, such as "screen", as they stand in the tables: by language and
// key.
func Phrases(families ...string) map[string]map[string]string {
	tables := map[string]map[string]string{}
	for _, of := range [...]struct{ name, table string }{{"en", englishTable}, {"de", germanTable}} {
		tables[of.name] = map[string]string{}
		for line := range strings.Lines(of.table) {
			key, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if family, _, _ := strings.Cut(key, "."); ok && slices.Contains(families, family) {
				tables[of.name][key] = text
			}
		}
	}
	return tables
}

// Say makes the text of a phrase in the language of a locale, for what tools word. Names and texts alternate.
func Say(locale, key string, own ...string) string { return Of(locale, nil).say(key, own...) }

// Say makes the text of a phrase of the parameters. Names and texts of its own alternate.
func (a Args) Say(key string, own ...string) string { return a.say(key, own...) }

// City names a place as the language does: "München" of "Munich".
func (a Args) City(name string) string { return a.in.city(name) }

// Day tells a day, such as "2026-04-12", as the language does: "Sun 12 Apr 2026".
func (a Args) Day(text string) string { return a.in.day(text) }
