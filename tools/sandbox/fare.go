package sandbox

import (
	"cmp"
	"time"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// rates are what a price in US dollars is in the other currencies, in thousandths: invented, and always the same.
var rates = map[trip.Currency]int64{"USD": 1000, "CHF": 880, "EUR": 920, "GBP": 790}

// checkCurrency is for an argument: what is not said is US dollars.
func checkCurrency(c *trip.Currency) error {
	*c = cmp.Or(*c, trip.DefaultCurrency)
	if rates[*c] == 0 {
		return tools.Invalid("sandbox: currency %q: prices are in CHF, EUR, GBP or USD", *c)
	}
	return nil
}

// The price of an adult in economy, in cents: a base, and two rates a kilometre.
const (
	baseCents     = 2500
	nearCentsAKM  = 11
	farCentsAKM   = 6
	nearKM        = 1500
	childPermille = 750
	babyPermille  = 100
)

// cabins are the prices of cabins in thousandths of economy.
var cabins = map[string]int64{"economy": 1000, "premium_economy": 1650, "business": 3300, "first": 5400}

var (
	stopPermille    = [...]int64{1000, 820, 720}
	weekdayPermille = [...]int64{time.Sunday: 1100, 1050, 950, 950, 1000, 1100, 1000}
)

type fare struct {
	total      offer.Money
	refundable bool
	rules      string
}

// fare prices a route on a day for a party.
func (s *shop) fare(q *flightQuery, r *route) fare {
	kilometres := r.kilometres()
	cents := baseCents + nearCentsAKM*min(kilometres, nearKM) + farCentsAKM*max(0, kilometres-nearKM)
	d := s.about("fare", r.name(), q.day, q.Cabin)
	cents = permille(cents, d.Between(850, 1150))
	cents = permille(cents, stopPermille[min(r.stops(), int64(len(stopPermille)-1))])
	cents = permille(cents, weekdayPermille[q.day.Weekday()])
	cents = permille(cents, aheadPermille(q.prices.DaysUntil(q.day)))
	cents = permille(cents, cabins[q.Cabin])
	f := fare{refundable: d.percent(refundablePercent(q.Cabin)), rules: q.terms("fixed", changeCents)}
	if f.refundable {
		cents = permille(cents, 1200)
		f.rules = q.terms("flexible", refundCents)
	}
	cents = permille(s.drift(cents, q.prices, r.name(), q.day), rates[q.Currency])
	t := &q.Travelers
	total := t.Adults*cents + t.Children*permille(cents, childPermille) + t.Infants*permille(cents, babyPermille)
	f.total = offer.Money{Minor: total, Currency: q.Currency}
	return f
}

// What a change or a refund costs a person, in hundredths of the currency's unit.
const (
	changeCents = 75_00
	refundCents = 40_00
)

// terms words the conditions of a fare.
func (q *flightQuery) terms(kind string, cents int64) string {
	return texts.Of(q.locale, trip.With("price", trip.Money{Minor: cents, Currency: q.Currency})).Say("sandbox." + kind)
}

func refundablePercent(cabin string) int64 {
	if cabin == "business" || cabin == "first" {
		return 70
	}
	return 35
}

// aheadPermille makes late booking dear.
func aheadPermille(days int) int64 {
	switch {
	case days < 3:
		return 1550
	case days < 7:
		return 1350
	case days < 14:
		return 1180
	case days < 30:
		return 1050
	case days < 90:
		return 1000
	}
	return 920
}

// drift moves a price by up to 1.5 percent, another way on each day of prices.
func (s *shop) drift(cents int64, prices trip.Date, about ...any) int64 {
	d := s.about(append([]any{"drift", prices}, about...)...)
	return permille(cents, d.Between(985, 1015))
}

// soldOut takes some flights of a day away.
func (s *shop) soldOut(r *route, day trip.Date) bool {
	return s.about("sold out", r.name(), day).percent(8)
}
