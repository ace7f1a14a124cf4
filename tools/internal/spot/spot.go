// Package spot finds the place that a text of a tool's arguments means: a city of the embedded
// table, or the sandbox's island for a magic code.
package spot

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/tools/sandbox/magic"
	"github.com/legwork-go/legwork/trip"
)

// Spot is a place on the map.
type Spot struct {
	Name       string
	Country    string // ISO 3166-1 alpha-2; empty on the island
	Population int64
	At         geo.Point
	Key        string // names the place: what is seeded by it
}

// The magic place codes lie on an island that is on no map, as in package sandbox.
const (
	islandName = "Sandbox Island"
	islandLat  = 39_000_000
	islandLon  = -40_000_000
	islandSize = 50_000
)

// Find resolves a city, an airport or metropolitan code, or an address whose end names a city
// ("Little Turnstile 6, London").
//
//   - Errors: *tools.Error of class needs_input for a blank text, of class failed with the text «could not geocode
//     location …» for a place that nobody knows.
func Find(text string) (Spot, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Spot{}, tools.Failure(trip.ClassNeedsInput, "location is required")
	}
	if _, ok := magic.Place(text); ok {
		return Spot{
			Name: islandName, Population: islandSize, Key: strings.ToUpper(text),
			At: geo.Point{LatMicro: islandLat, LonMicro: islandLon},
		}, nil
	}
	for rest, more := text, true; more; _, rest, more = strings.Cut(rest, ",") {
		if c, ok := geo.ResolveCity(rest); ok {
			return Spot{Name: c.Name, Country: c.Country, Population: c.Population, At: c.Point(), Key: c.Key()}, nil
		}
	}
	return Spot{}, tools.Failure(trip.ClassFailed, fmt.Sprintf("could not geocode location %q", shorten(text)))
}

const maxShown = 80

func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return text
}

// Act performs the effect of a magic place on a read tool whose finds stand in the list member.
// done is false when the call goes on as usual.
func Act(ctx context.Context, tool, location, list string) (out []byte, done bool, err error) {
	effect, ok := magic.Place(strings.TrimSpace(location))
	if !ok || !effect.OnSearch(tool) {
		return nil, false, nil
	}
	switch effect {
	case magic.FirstFlight, magic.FirstHotel:
		return nil, false, nil
	case magic.Empty:
		return []byte(`{"` + list + `":[]}`), true, nil
	case magic.Broken:
		return []byte(`{"` + list + `":7}`), true, nil
	}
	return effect.Act(ctx, slow)
}

const slow = 3 * time.Second

// Degrees writes microdegrees as an exact decimal number.
func Degrees(micro int64) json.Number {
	sign := ""
	if micro < 0 {
		sign, micro = "-", -micro
	}
	text := fmt.Sprintf("%s%d.%06d", sign, micro/1e6, micro%1e6)
	text = strings.TrimRight(text, "0")
	return json.Number(strings.TrimSuffix(text, "."))
}

// Micro reads a decimal number of degrees exactly to a microdegree, cutting what is finer. An
// exponent is read too, as JSON allows it.
func Micro(n json.Number) (int64, bool) {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil || f < -360 || f > 360 {
		return 0, false
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	negative := strings.HasPrefix(text, "-")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	micro, err := strconv.ParseInt(whole+(fraction + "000000")[:6], 10, 64)
	if negative {
		micro = -micro
	}
	return micro, err == nil
}
