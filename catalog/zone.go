package catalog

import (
	"archive/zip"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// zoneinfo is the time-zone database (public domain) that the Go distribution ships, compressed.
//
//go:embed zones/zoneinfo.zip
var zoneinfo string

var embeddedZones = &zoneTable{known: map[string]*time.Location{"UTC": time.UTC, "": time.UTC}}

var zonesDigest = sync.OnceValue(func() string { return string(trip.DigestOf([]byte(zoneinfo))) })

// zoneTable reads zones from the embedded rules at their first use. What it answers depends on
// the name alone, so keeping answers changes nothing that can be observed.
type zoneTable struct {
	mu    sync.Mutex // guards the fields below
	files *zip.Reader
	known map[string]*time.Location
}

// Zone returns the embedded rules of an IANA time zone; the empty name is UTC.
//
//   - Errors: ErrZone.
func (c Catalog) Zone(name string) (*time.Location, error) {
	if name == "" || name == "UTC" {
		return time.UTC, nil
	}
	return embeddedZones.find(name)
}

// Today returns the calendar day of an instant in a time zone.
//
//   - Errors: ErrZone.
func (c Catalog) Today(zone string, at trip.Instant) (trip.Date, error) {
	loc, err := c.Zone(zone)
	if err != nil {
		return 0, err
	}
	y, m, d := time.Unix(0, int64(at)).In(loc).Date()
	return trip.Date(y*10000 + int(m)*100 + d), nil
}

// Local returns the calendar day, the clock reading and the name of the zone that people of a time zone have at
// an instant.
//
//   - Errors: ErrZone.
func (c Catalog) Local(zone string, at trip.Instant) (day trip.Date, clock, name string, err error) {
	loc, err := c.Zone(zone)
	if err != nil {
		return 0, "", "", err
	}
	t := time.Unix(0, int64(at)).In(loc)
	y, m, d := t.Date()
	name, _ = t.Zone()
	return trip.Date(y*10000 + int(m)*100 + d), t.Format("15:04"), name, nil
}

func (z *zoneTable) find(name string) (*time.Location, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if loc, ok := z.known[name]; ok {
		return loc, nil
	}
	data, err := z.read(name)
	if err != nil {
		return nil, fmt.Errorf("%w %q", ErrZone, name)
	}
	loc, err := time.LoadLocationFromTZData(name, data)
	if err != nil {
		return nil, fmt.Errorf("%w %q", ErrZone, name)
	}
	z.known[name] = loc
	return loc, nil
}

func (z *zoneTable) read(name string) ([]byte, error) {
	if z.files == nil {
		files, err := zip.NewReader(strings.NewReader(zoneinfo), int64(len(zoneinfo)))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrZone, err)
		}
		z.files = files
	}
	f, err := z.files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrZone, err)
	}
	data, err := io.ReadAll(f)
	return data, err
}
