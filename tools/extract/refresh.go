package extract

import (
	"github.com/legwork-go/legwork/trip"
)

// refreshes reads "refresh the prices", "check the prices again": what is shown is to be searched anew.
func (r *reading) refreshes() (Act, bool) {
	c := r.whole()
	again := c.hasWord([]string{"check", "search"}) && c.hasWord([]string{"again"})
	if !again && !c.hasWord(class("renewing")) || !c.hasWord(class("renewed")) && !c.only([]string{"refresh", "please"}) {
		return Act{}, false
	}
	return Act{Act: trip.ActRefresh}, c.only(class("renewing"), class("renewed"), class("renew-fill"))
}
