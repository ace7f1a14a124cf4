package rank

import (
	"math/bits"

	"github.com/legwork-go/legwork/trip"
)

// unit is the penalty of one percent of weight at the worst end of a criterion.
const unit = 1_000_000

// unfitPenalty is more than all that the weights can add up to: a bundle with a flight that is not as the person asked
// comes behind every one without.
const unfitPenalty = 1000 * unit

// spread is the best possible value of one criterion and how far the worst is away from it, both
// summed over all columns.
type spread struct{ least, width int64 }

// field is what the lists allow: the frame that every bundle is measured in.
type field struct {
	price, minutes, locked, bother spread

	least totals // of all bundles: groups may be dearer or slower than the best of each column

	currency trip.Currency
	mixed    bool // offers in other currencies were left out
	locale   string
}

// A spread narrower than this is measured as if it were this wide, so that ten dollars do not
// weigh as much as a night on board only because nothing else differs in price.
const (
	priceWidthShare = 4   // a quarter of the lowest total
	minutesWidth    = 240 // travel time
	botherWidth     = 60  // points of inconvenience
)

func measure(columns []column, c trip.Currency, mixed bool) field {
	f := field{currency: c, mixed: mixed}
	for i := range columns {
		picks := columns[i].picks
		f.price.widen(picks, func(p *pick) int64 { return p.price })
		f.minutes.widen(picks, func(p *pick) int64 { return p.minutes })
		f.locked.widen(picks, func(p *pick) int64 { return p.locked })
		f.bother.widen(picks, func(p *pick) int64 { return p.bother })
	}
	f.price.width = max(f.price.width, f.price.least/priceWidthShare)
	f.minutes.width = max(f.minutes.width, minutesWidth)
	f.bother.width = max(f.bother.width, botherWidth)
	return f
}

func (s *spread) widen(picks []pick, value func(*pick) int64) {
	least, highest := value(&picks[0]), value(&picks[0])
	for i := range picks {
		least, highest = min(least, value(&picks[i])), max(highest, value(&picks[i]))
	}
	s.least += least
	s.width += highest - least
}

// score writes the penalty of every pick: what it adds to that of a bundle which takes it.
func (f field) score(columns []column, w weights) {
	for i := range columns {
		picks := columns[i].picks
		add(picks, w.Price, f.price.width, func(p *pick) int64 { return p.price })
		add(picks, w.Duration, f.minutes.width, func(p *pick) int64 { return p.minutes })
		add(picks, w.Refundable, f.locked.width, func(p *pick) int64 { return p.locked })
		add(picks, w.Convenience, f.bother.width, func(p *pick) int64 { return p.bother })
		for k := range picks {
			if picks[k].unfit {
				picks[k].penalty += unfitPenalty
			}
		}
	}
}

func add(picks []pick, percent, width int64, value func(*pick) int64) {
	if width == 0 {
		return
	}
	least := value(&picks[0])
	for i := range picks {
		least = min(least, value(&picks[i]))
	}
	for i := range picks {
		picks[i].penalty += share(percent*unit, value(&picks[i])-least, width)
	}
}

// share is whole * part / of in 128 bits; part is never more than of.
func share(whole, part, of int64) int64 {
	hi, lo := bits.Mul64(uint64(whole), uint64(part))
	quotient, _ := bits.Div64(hi, lo, uint64(of))
	return int64(quotient)
}
