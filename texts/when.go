package texts

import (
	"cmp"
	"strings"
)

// What is told of approvals, of when it is paid and how long there is, and of the words of the trade.

// approvalFirst says what a travel policy wants before something is held.
// Rule: 1.5.hold-rule
func approvalFirst(what string) string {
	return "Your travel policy wants an approval before anything is held. Approve the purchase by the button or command " +
		"of this channel, and I hold " + what + " first."
}

// paymentText says when it is paid.
func paymentText(a Args) string {
	switch total := total(a); {
	case a.Is("held") && total != "":
		return "Nothing is paid before you approve, no deposit either; then " + total + " is charged." +
			until(" It is held", a.Object("until"))
	case a.Is("held"):
		return "Nothing is paid before you approve." + until(" It is held", a.Object("until"))
	}
	return withAsk("Nothing is paid before you approve, no deposit either: first you pick an option, then I hold it, "+
		"then you approve.", a)
}

// deadlineText says how long there is to decide.
func deadlineText(a Args) string {
	switch end := until("it is held", a.Object("until")); {
	case end != "":
		return "Take your time: " + end +
			" I cannot make that longer; after it everything is given back, and nothing is charged."
	case a.Is("held"):
		return "Take your time: it is held, and I was not told until when."
	case a.Is("offered"):
		return withAsk("Take your time. Nothing is held yet, so prices can change: once I hold an option, I tell you until "+
			"when.", a)
	}
	return "Take your time."
}

// words are those of our texts that not everybody knows, in the order in which they are offered.
var words = [...]struct{ word, meaning string }{
	{"nonstop", "the plane does not land on the way, and you do not change"},
	{"stop", "the plane lands on the way; mostly you change planes there"},
	{"layover", "the wait between two flights, where you change planes"},
	{"hold", "the airline or hotel keeps the seat or room and its price for you for a while, and nothing is charged; " +
		"one option is held at a time, and taking another gives the first one back"},
	{"refundable", "you get money back when you cancel; what it costs is said with the flight or hotel"},
	{"approval", "your yes to the purchase, by the button or command of this channel; before it nothing is bought"},
	{"economy", "the usual and cheapest class of a plane"},
	{"premium economy", "a class between economy and business, with more room"},
	{"business class", "a dearer class of a plane, with wide seats that mostly become a bed"},
	{"first class", "the dearest class of a plane"},
	{"one way", "a flight there, and none back"},
	{"round trip", "a flight there and one back"},
	{"fare conditions", "what the airline says of changes and of giving the ticket back"},
	{"locator", "the code of a booking, by which the airline or hotel finds it"},
}

// explained says what a word means, or which words can be asked about.
func explained(a Args) string {
	asked := strings.Replace(strings.ToLower(a.Text("word")), "fare rules", "fare conditions", 1)
	var known []string
	for _, w := range words {
		if w.word == asked {
			return withAsk(capital(w.word)+" means: "+w.meaning+".", a)
		}
		known = append(known, w.word)
	}
	const offered = 6
	return withAsk("I cannot explain “"+cmp.Or(a.Text("word"), "that")+
		"”. You can ask me what one of my own words means: "+joined(known[:offered])+", for example.", a)
}

// saidText tells in a sentence what holds of money and airlines.
func saidText(key string, a Args) string {
	switch key {
	case "show.currency":
		text := "I cannot convert the prices: I know no rates of exchange."
		if currency := a.Text("currency"); currency != "" {
			text = "The prices are in " + currency + ", and I cannot convert them: I know no rates of exchange."
		}
		return withAsk(text, a)
	case "show.airlines":
		if airlines := a.Texts("airlines"); len(airlines) > 0 {
			return withAsk("You would like to fly with "+joined(airlines)+".", a)
		}
		return withAsk("Any airline will do: you have named none.", a)
	}
	if budget := a.Text("budget"); budget != "" {
		return withAsk("It may cost at most "+budget+" in all.", a)
	}
	return withAsk("No limit is set on what it may cost.", a)
}
