package extract

import (
	"strings"

	"github.com/legwork-go/legwork/trip"
)

var (
	renewing = strings.Fields("refresh update recheck reload renew requery refreshed")
	renewed  = strings.Fields(`price prices fare fares rate rates option options result results offer offers quote
		quotes availability list`)
	renewFill = strings.Fields(`please can could you the my our all these those of for me us show get give check again
		now and flight flights hotel hotels search look at to are is still what whats`)
)

// refreshes reads "refresh the prices", "check the prices again": what is shown is to be searched anew.
func (r *reading) refreshes() (Act, bool) {
	c := r.clause(0, len(r.toks))
	again := c.hasWord([]string{"check", "search"}) && c.hasWord([]string{"again"})
	if !again && !c.hasWord(renewing) || !c.hasWord(renewed) && !c.only([]string{"refresh", "please"}) {
		return Act{}, false
	}
	return Act{Act: trip.ActRefresh}, c.only(renewing, renewed, renewFill)
}
