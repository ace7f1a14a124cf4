// Package textstest finds English in what is told in another language.
package textstest

import (
	"slices"
	"strings"
	"unicode"
)

// words are words of English that no German has, and labels of English.
var words = strings.Fields(`the and of to is are were be it its this that these those not yes you your i my me we our for with without
	from by as at on or nothing none what which when where how than more less cannot can could shall will would
	please say tell there here then flight flights stay stays price prices night nights stops adult adults child
	children infant infants leave leaves land lands trip held booked airline airlines total refundable cheapest
	fastest back both each all any monday tuesday wednesday thursday friday saturday sunday mon tue wed thu sun
	march june july october december oct dec`)

// English returns the words of a text that are English, in their order.
func English(text string) (found []string) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(words, word) {
			found = append(found, word)
		}
	}
	return found
}
