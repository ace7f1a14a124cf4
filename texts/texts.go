// Package texts makes sentences of messages. A decision says what it means as a key and parameters
// ([trip.Message]); what a person reads is made of them here, so a new wording or another language
// changes no decision.
package texts

import (
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// Language makes the text of a message in one language. It returns "" for a key that it does not know.
type Language func(m trip.Message) string

// Table holds languages by locale, such as "de-AT", or by language alone, such as "de". English stands
// in for what it does not hold; the zero value is English.
type Table map[string]Language

// Render makes the text of a message for a locale.
//
// Rule: 7.0.render
func (t Table) Render(locale string, m trip.Message) string {
	language, _, _ := strings.Cut(locale, "-")
	for _, name := range []string{locale, language} {
		if render := t[name]; render != nil {
			if text := render(m); text != "" {
				return text
			}
		}
	}
	return English(m)
}
