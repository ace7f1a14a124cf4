package offers

import "github.com/legwork-go/legwork/trip"

// RankOf returns where a bundle stands in the ranker's order, -1 when it is not on offer.
func RankOf(in *trip.Intent, id string) int {
	bundles := in.WorkingMemory.RankedBundles
	for i := range bundles { // a copy of each would cost more
		if bundles[i].BundleID == id {
			return i
		}
	}
	return -1
}

// Bundle returns the bundle on offer with this id, nil when there is none.
func Bundle(in *trip.Intent, id string) *trip.Bundle {
	if i := RankOf(in, id); i >= 0 {
		return &in.WorkingMemory.RankedBundles[i]
	}
	return nil
}
