package offers

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// IsPart reports whether an item is one of the parts that were named: of all where none was.
// Rule: 1.5.part
func IsPart(in *trip.Intent, named []string, item *trip.HoldItem, shown *trip.Shown) bool {
	if len(named) == 0 || IsNamed(in, named, item.ItemType, item.OptionID, shown.Index) {
		return true
	}
	return slices.ContainsFunc(shown.Others, func(o trip.PickedFlight) bool {
		return IsNamed(in, named, item.ItemType, o.Option.OptionID, o.Leg)
	})
}

// IsNamed reports whether an option for a leg or stay is one of the parts that were named.
func IsNamed(in *trip.Intent, named []string, kind, option string, index int64) bool {
	isFlight := kind == trip.ItemFlight
	return slices.ContainsFunc(named, func(part string) bool {
		switch part {
		case trip.PartFlight:
			return isFlight
		case trip.PartHotel:
			return !isFlight
		case trip.PartOut:
			return isFlight && index == 0
		case trip.PartBack:
			return isFlight && index > 0 && index == int64(len(in.Itinerary.Segments))-1
		}
		return part == option
	})
}

// Whole returns the parts that were named, and those that are sold together with them.
func Whole(in *trip.Intent, named []string) []string {
	out := slices.Clip(named)
	for _, item := range Selected(in) {
		if len(item.Shown.Others) == 0 || !IsPart(in, out, &item.HoldItem, &item.Shown) {
			continue
		}
		for i, o := range item.Shown.Flights() {
			leg := item.Shown.Legs()[i]
			switch last := int64(len(in.Itinerary.Segments)) - 1; {
			case IsNamed(in, out, trip.ItemFlight, o.OptionID, leg):
			case leg == 0:
				out = append(out, trip.PartOut)
			case leg == last:
				out = append(out, trip.PartBack)
			default:
				out = append(out, o.OptionID)
			}
		}
	}
	return out
}
