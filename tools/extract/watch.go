package extract

import (
	"github.com/legwork-go/legwork/trip"
)

// watches reads a wish to be told of a price later: "let me know when it drops", "can you watch the price", "set an
// alert". Nothing here does that.
func (r *reading) watches(c *clause) (Act, bool) {
	isTold := c.has("let me know", "let us know", "tell me", "notify", "alert", "alerts", "ping me", "email me", "text me",
		"message me", "warn me", "inform me")
	isKept := c.has("watch", "track", "monitor", "keep an eye", "keep watching", "keep checking", "tracking", "watching")
	moves := c.has("when", "if", "once", "as soon as") && c.hasWord(class("move"))
	if !(isTold && moves || isTold && c.has("price alert", "price alerts", "fare alert", "fare alerts", "an alert") ||
		isKept && c.hasWord(class("watched"))) {
		return Act{}, false
	}
	r.taken(c)
	return Act{Act: trip.ActExtra, What: trip.ExtraWatch}, true
}
