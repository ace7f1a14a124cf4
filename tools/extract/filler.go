package extract

import (
	"slices"
	"strings"
)

// fillerWords say nothing of their own about a trip: articles, pronouns, auxiliaries, small adverbs and courtesies. The
// list is closed: TestFillersAreFew bounds it, and a word that could be a wish has no place here.
var fillerWords = setOf(`a an the this that these those it its i me my mine myself we us our ours ourselves you your he him his she her
	they them their who whom whose which what when where why how there here and or but so because if then than as of
	to from in on at by for with into about over under up down out off be am is are was were been being do does did
	done have has had having will would shall should can could may might must need needs needed want wants wanted
	like likes love get got go going goes went gone come coming comes take taking make making let lets please thanks
	thank ok okay hi hello hey dear kindly well yes yeah yep yup no not nope just only also too very really quite
	rather maybe perhaps probably actually some any all both each every other another same more most less much many
	few lot bit thing things something anything everything nothing now already still again even ever yet always soon
	sure sorry oops hmm hm um uh oh im ive id ill weare weve wewill wewould youre youll theyre thats theres heres
	whats dont doesnt didnt isnt arent wasnt cant couldnt wont wouldnt shouldnt havent hasnt cannot never without
	know think thinking guess hope say said tell see seem seems mean try trying give put set help able possible
	possibly ideally basically simply anyway though although while since until till during through via around
	between within together along way ways time times day days night nights week weeks month months year years trip
	travel traveling travelling book booking look looking find search plan planning fly flying flight flights hotel
	hotels one ones two person people good great nice fine right best better okey yourself hopefully preferably
	prefer ready glad happy interested kind sort else such own able there's regards sir madam cheers choose total
	limit maximum max minimum min rate price prices cost costs budget pricey expensive cheap cheaper cheapest afford
	before after first then later next last therell city town place places reservation reservations available buy
	buying purchase wish wanting wanna sounds sound change changed short upcoming finding found information works
	perfect helping helpful area thatll itll youve hoping searching suggest recommend recommendations show keep
	looks looked located locate headed feel enough least specifically anyways instead interesting enjoy suits suit
	group options option decided share stay stayed before mind disregard sense reserve booked name date dates liked
	left gets getting flies wives everyone everybody different wrong destination home whichever rated above send
	pick bring bringing add adding spend use using meet sometime sometimes family el la los las un una de del y con
	para por le les du des et avec pour il lo di da e der die das ein eine einen einem und oder ich wir mit von nach
	im den dem bitte vom bis zum zur ist sind o os na um het een en van naar`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// isFiller reports whether a token says nothing of its own: one letter or a word of the list.
func (t *token) isFiller() bool {
	if t.kind != word {
		return t.kind == mark
	}
	_, isPerson := companionNouns[t.text]
	return fillerWords[t.text] || fillerWords[t.own] || isPerson || len(t.text) == 1 ||
		countNouns[t.text] != noCount || slices.Contains(companionPlurals, t.text) ||
		slices.Contains(childNouns, t.text)
}
