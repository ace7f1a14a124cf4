package offer

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Hotel is the wire form of one hotel offer for one room.
type Hotel struct {
	OptionID        string      `json:"option_id"`
	HotelName       string      `json:"hotel_name"`
	StarRating      json.Number `json:"star_rating,omitempty"`
	Address         string      `json:"address,omitempty"`
	NightlyPrice    Money       `json:"nightly_price"`
	TotalPrice      Money       `json:"total_price"`
	Refundable      *bool       `json:"refundable"`
	RoomDescription string      `json:"room_description,omitempty"`
	ExpiresAt       string      `json:"expires_at,omitempty"` // RFC 3339, UTC
}

// StarTenths returns the star rating in tenths of a star: "4.5" is 45. Further digits are cut.
func (h Hotel) StarTenths() (int64, bool) {
	whole, rest, _ := strings.Cut(string(h.StarRating), ".")
	stars, err := strconv.ParseInt(whole, 10, 32)
	if err != nil || stars < 0 || stars > 10 {
		return 0, false
	}
	tenths := stars * 10
	if rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		tenths += int64(rest[0] - '0')
	}
	return tenths, true
}

// IsRefundable reports whether the offer says that its money comes back.
func (h Hotel) IsRefundable() bool { return h.Refundable != nil && *h.Refundable }
