package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

type hotelQuery struct {
	Location string `json:"location_code"`
	Dates    struct {
		Start string `json:"start_date"`
		End   string `json:"end_date"`
	} `json:"dates"`
	Rooms      []int64       `json:"room_occupancies"`
	StarMin    int64         `json:"star_min"`
	Refundable bool          `json:"refundable_only"`
	MaxNightly offer.Money   `json:"max_price_per_night"`
	Currency   trip.Currency `json:"currency"`
	Limit      *int64        `json:"result_limit"`
	Stay       int64         `json:"stay_index"`

	start  trip.Date
	nights int64
	prices trip.Date // the day whose prices hold
	locale string    // of the words
}

// The largest queries that are answered.
const (
	maxRooms     = 64
	maxNights    = 365
	maxOccupancy = 4 // more guests find no room
)

func (s *shop) searchHotels(ctx context.Context, req tools.Request) ([]byte, error) {
	q, err := tools.Arguments[hotelQuery](req)
	if err != nil {
		return nil, err
	}
	if out, done, err := s.act(ctx, req, q.Location); done {
		return out, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	q.prices, q.locale = priceDay(req), req.Intent.Request.Locale
	return json.Marshal(struct {
		OptionsByRoom [][]offer.Hotel `json:"options_by_room"`
	}{s.hotels(&q, req.At)})
}

func (q *hotelQuery) check() error {
	start, err := trip.ParseDate(q.Dates.Start)
	if err != nil {
		return tools.Invalid("sandbox: start_date: %v", err)
	}
	end, err := trip.ParseDate(q.Dates.End)
	if err != nil {
		return tools.Invalid("sandbox: end_date: %v", err)
	}
	q.start, q.nights = start, int64(start.DaysUntil(end))
	if q.nights < 1 || q.nights > maxNights {
		return tools.Invalid("sandbox: a stay has 1 to %d nights, not %d", maxNights, q.nights)
	}
	if len(q.Rooms) == 0 {
		q.Rooms = []int64{1}
	}
	if len(q.Rooms) > maxRooms || slices.Min(q.Rooms) < 1 {
		return tools.Invalid("sandbox: room_occupancies must be 1 to %d rooms of 1 or more guests", maxRooms)
	}
	if err := checkCurrency(&q.Currency); err != nil {
		return err
	}
	q.Limit, err = limited(q.Limit)
	return err
}

// house is one hotel of a city.
type house struct {
	name, address string
	stars         int64
	cents         int64 // a night for two
}

// hotels lists the offers of a query, a list per room. All lists name the same hotels in the
// same order, the cheapest for all rooms together first.
func (s *shop) hotels(q *hotelQuery, at trip.Instant) [][]offer.Hotel {
	lists := make([][]offer.Hotel, len(q.Rooms))
	for r := range lists {
		lists[r] = []offer.Hotel{}
	}
	p, ok := findPlace(q.Location)
	if !ok || q.start.Before(today(at, p.zone)) || slices.Max(q.Rooms) > maxOccupancy {
		return lists
	}
	var stays []stay
	for _, h := range s.houses(p) {
		if st, ok := s.lodge(q, p, h, at); ok {
			stays = append(stays, st)
		}
	}
	slices.SortFunc(stays, func(a, b stay) int {
		return cmp.Or(cmp.Compare(a.cents, b.cents), strings.Compare(a.rooms[0].HotelName, b.rooms[0].HotelName))
	})
	for _, st := range stays[:min(int64(len(stays)), *q.Limit)] {
		for r := range lists {
			lists[r] = append(lists[r], st.rooms[r])
		}
	}
	return lists
}

// today is the calendar day of an instant in a zone.
func today(at trip.Instant, zone *time.Location) trip.Date {
	y, m, d := time.Unix(0, int64(at)).In(zone).Date()
	return trip.NewDate(y, int(m), d)
}

// houses are the hotels of a city, each name once: 41 words are walked in steps of 7.
func (s *shop) houses(p place) []house {
	d := s.about("hotels", p.key)
	count, first, level := d.Between(16, 26), d.Below(int64(len(hotelWords))), d.Between(800, 1500)
	list := make([]house, count)
	for i := range list {
		stars := []int64{3, 4, 5, 2}[i%4]
		if i >= 8 {
			stars = 2 + min(d.Below(100)/30, 3)
		}
		kind := hotelKinds[stars][d.Below(int64(len(hotelKinds[stars])))]
		list[i] = house{
			name:    hotelWords[(first+int64(i)*7)%int64(len(hotelWords))] + " " + kind + " " + p.city,
			address: strconv.FormatInt(d.Between(1, 180), 10) + " " + streets[d.Below(int64(len(streets)))] + ", " + p.city,
			stars:   stars,
			cents:   permille(permille(nightlyCents[stars], level), d.Between(850, 1200)),
		}
	}
	return list
}

// The price of a night for two in cents by stars, and of other numbers of guests in thousandths.
var (
	nightlyCents      = map[int64]int64{2: 6500, 3: 10500, 4: 17000, 5: 32000}
	occupancyPermille = [...]int64{850, 1000, 1250, 1450}
	monthPermille     = [...]int64{time.January: 900, 900, 950, 1000, 1050, 1150, 1200, 1200, 1050, 1000, 900, 1100}
)

// stay is what one hotel offers for all rooms of a query.
type stay struct {
	rooms []offer.Hotel
	cents int64 // all rooms, a night
}

// lodge offers a hotel for a query; ok is false when it does not fit or is full.
func (s *shop) lodge(q *hotelQuery, p place, h house, at trip.Instant) (st stay, ok bool) {
	d := s.about("rate", p.key, h.name, q.start)
	refundable := d.percent(60)
	if h.stars < q.StarMin || q.Refundable && !refundable || d.percent(6) {
		return st, false
	}
	cents := permille(h.cents, monthPermille[q.start.Month()])
	cents = permille(cents, d.Between(950, 1050))
	if refundable {
		cents = permille(cents, 1120)
	}
	cents = permille(s.drift(cents, q.prices, p.key, h.name, q.start), rates[q.Currency])
	for r, guests := range q.Rooms {
		nightly := offer.Money{Minor: permille(cents, occupancyPermille[guests-1]), Currency: q.Currency}
		if !q.affords(nightly) {
			return st, false
		}
		st.cents += nightly.Minor
		st.rooms = append(st.rooms, offer.Hotel{
			OptionID:  s.roomID(q, h, r),
			HotelName: h.name, StarRating: json.Number(strconv.FormatInt(h.stars, 10)), Address: h.address,
			NightlyPrice: nightly, TotalPrice: offer.Money{Minor: nightly.Minor * q.nights, Currency: q.Currency},
			Refundable: &refundable, ExpiresAt: expiry(at),
			RoomDescription: texts.Say(q.locale, "sandbox.room_"+strconv.FormatInt(guests, 10)),
		})
	}
	return st, true
}

// affords reports whether a night is within the traveller's limit. A limit in another currency is not converted and
// keeps nothing out; the engine says so.
func (q *hotelQuery) affords(nightly offer.Money) bool {
	return !q.MaxNightly.Present() || q.MaxNightly.Currency != nightly.Currency || nightly.Minor <= q.MaxNightly.Minor
}

func (s *shop) roomID(q *hotelQuery, h house, room int) string {
	offered := s.about("room", h.name, h.address, q.start, q.nights, room, q.Rooms[room])
	return "htl_" + strconv.FormatInt(q.Stay, 10) + "_" + strconv.Itoa(room) + "_" + magic.OptionTag(q.Location) +
		offered.Name()
}
