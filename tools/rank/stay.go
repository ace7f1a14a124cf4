package rank

import (
	"cmp"
	"slices"

	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// stayPicks returns the ways to sleep: a hotel that has a room in every list, at its lowest price
// and, where that differs, at the lowest price that comes back. Without such a hotel it is one
// way: the cheapest option of every room.
func stayPicks(lists [][]offer.Hotel, c trip.Currency) []pick {
	rooms := make([][]offer.Hotel, len(lists))
	for r, list := range lists {
		rooms[r] = sellable(list, c)
		if len(rooms[r]) == 0 {
			return nil
		}
	}
	if len(rooms) == 0 {
		return nil
	}
	if len(rooms) == 1 {
		return singles(rooms[0])
	}
	var picks []pick
	seen := map[string]bool{}
	for i := range rooms[0] {
		house := houseOf(&rooms[0][i])
		if seen[house] {
			continue
		}
		seen[house] = true
		picks = append(picks, inOneHouse(rooms, house)...)
	}
	if len(picks) > 0 {
		return picks
	}
	return mixed(rooms)
}

func sellable(list []offer.Hotel, c trip.Currency) []offer.Hotel {
	out := make([]offer.Hotel, 0, len(list))
	for i := range list {
		if list[i].TotalPrice.Currency == c && list[i].OptionID != "" {
			out = append(out, list[i])
		}
	}
	return out
}

// houseOf tells hotels apart; an option without a name is a house of its own.
func houseOf(h *offer.Hotel) string {
	if h.HotelName != "" {
		return "name " + h.HotelName
	}
	return "option " + h.OptionID
}

func singles(list []offer.Hotel) []pick {
	picks := make([]pick, 0, len(list))
	for i := range list {
		picks = append(picks, lodge(list[i:i+1:i+1]))
	}
	return picks
}

func inOneHouse(rooms [][]offer.Hotel, house string) []pick {
	cheap, ok := choose(rooms, func(h *offer.Hotel) bool { return houseOf(h) == house })
	if !ok {
		return nil
	}
	picks := []pick{lodge(cheap)}
	safe, ok := choose(rooms, func(h *offer.Hotel) bool { return houseOf(h) == house && h.IsRefundable() })
	if ok && picks[0].locked > 0 {
		picks = append(picks, lodge(safe))
	}
	return picks
}

func mixed(rooms [][]offer.Hotel) []pick {
	chosen, _ := choose(rooms, func(*offer.Hotel) bool { return true })
	p := lodge(chosen)
	p.split = true
	p.bother += botherSplit
	return []pick{p}
}

// choose takes the cheapest option that fits from every room's list; of equal prices a
// refundable one, then the first. It fails when a room has none.
func choose(rooms [][]offer.Hotel, fits func(*offer.Hotel) bool) ([]offer.Hotel, bool) {
	chosen := make([]offer.Hotel, 0, len(rooms))
	for _, list := range rooms {
		at := -1
		for i := range list {
			if fits(&list[i]) && (at < 0 || cheaper(&list[i], &list[at])) {
				at = i
			}
		}
		if at < 0 {
			return nil, false
		}
		chosen = append(chosen, list[at])
	}
	return chosen, true
}

func cheaper(a, b *offer.Hotel) bool {
	if a.TotalPrice.Minor != b.TotalPrice.Minor {
		return a.TotalPrice.Minor < b.TotalPrice.Minor
	}
	return a.IsRefundable() && !b.IsRefundable()
}

// lodge sums the options of a stay's rooms.
func lodge(chosen []offer.Hotel) pick {
	p := pick{name: chosen[0].HotelName, known: true}
	var bother int64
	for i := range chosen {
		h := &chosen[i]
		p.ids = append(p.ids, h.OptionID)
		p.price += h.TotalPrice.Minor
		if !h.IsRefundable() {
			p.locked++
		}
		if h.Refundable == nil {
			p.unsure++
		}
		stars, ok := h.StarTenths()
		if !ok {
			stars = unknownStars
		}
		bother += max(0, fullStars-stars)
	}
	p.bother = bother / int64(len(chosen))
	worst := slices.MinFunc(chosen, func(a, b offer.Hotel) int { return cmp.Compare(starsOf(a), starsOf(b)) })
	p.stars = starsOf(worst)
	return p
}

func starsOf(h offer.Hotel) int64 {
	stars, _ := h.StarTenths()
	return stars
}
