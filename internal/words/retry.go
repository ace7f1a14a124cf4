package words

import (
	"slices"
	"strings"
	"unicode"
)

// The words of a message that asks to try once more.
var (
	onceMore = []string{
		"again", "once more", "one more time", "one more try", "one more go", "another try", "another go", "another shot",
		"another attempt", "retry", "redo", "rerun", "re run", "repeat", "keep trying",
		"continue", "go on", "carry on", "noch mal", "nochmal", "nochmals", "noch einmal", "erneut", "weiter",
	}
	tried = strings.Fields(`try trying retry retrying do doing redo run running rerun re search searching look
		looking check checking ask asking give have make get attempt repeat calculate compute
		fetch load send work versuch versuche versuchs versuchen probier probiere probieren
		mach machen such suche suchen`)
	aroundIt = strings.Fields(`please pls plz can could would will you u we i id like want to mind lets let us me
		just it that this the same thing question request search one once more time try go
		shot attempt a an another second over now then ok okay yes yeah yep sure well oh hmm
		so and sorry maybe perhaps how about might may should need for my quickly kindly s d
		ll m keep continue on carry still again bitte kannst du könntest können könnten sie es
		das mal noch einmal nochmal nochmals erneut weiter ja gern`)
	thanking = strings.Fields("thanks thank thx cheers danke")
)

// IsRetry reports whether a message asks for nothing but the same once more: "please try again", "could you give that
// another go?". An extractor that asks it takes the same words for this as the engine does.
// Rule: 1.1.retry-words
func IsRetry(text string) bool {
	isBreak := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	tries, thanks := false, false
	for w := range strings.FieldsFuncSeq(text, isBreak) {
		is := func(word string) bool { return strings.EqualFold(word, w) }
		switch {
		case slices.ContainsFunc(tried, is):
			tries = true
		case slices.ContainsFunc(thanking, is):
			thanks = true
		case !slices.ContainsFunc(aroundIt, is):
			return false
		}
	}
	plain := " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), isBreak), " ") + " "
	return (tries || !thanks) && // "thanks again" asks for nothing
		slices.ContainsFunc(onceMore, func(p string) bool { return strings.Contains(plain, " "+p+" ") })
}
