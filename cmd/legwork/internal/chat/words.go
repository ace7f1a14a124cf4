package chat

import (
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/texts"
)

// locale says what people read in its language: that of the trip. What is for engineers, such as /why and /log, is in
// English.
type locale string

// say makes the text of a phrase that page and terminal show. Names and texts alternate.
func (l locale) say(key string, own ...string) string {
	return texts.Say(string(l), "screen."+key, own...)
}

// count counts something: "3 steps".
func (l locale) count(n int, of string) string {
	return texts.Say(string(l), "count."+of, "n", strconv.Itoa(n))
}

// doing is what a person reads in the place of a tool's name while it runs. The name of one that is an embedder's own
// is written in words.
func (l locale) doing(tool string) string { return l.work("doing.", "working_own", tool) }

// did is what they read once it is done.
func (l locale) did(tool string) string { return l.work("did.", "done_own", tool) }

func (l locale) work(family, own, tool string) string {
	if text := texts.Say(string(l), family+tool); text != "" {
		return text
	}
	return l.say(own, "name", oneLine(strings.NewReplacer("_", " ", "-", " ").Replace(tool)))
}
