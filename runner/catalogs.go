package runner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// catalogMembers are the members of a header that make its catalog: the tools, the fields and what is withheld.
var catalogMembers = []string{"catalog", "fields", "withheld"}

// forNewTrips returns the catalog of new trips, and the header members from which a replay rebuilds it on top of the
// embedded catalog, without this configuration. The members list the tools of own that are new or differ from the
// embedded ones, the fields, and the tools that are withheld from models because own lacks them or they have no
// handler.
// Rule: 3.0.withheld
func forNewTrips(own catalog.Catalog, handlers tools.Registry) (catalog.Catalog, []trip.Member, error) {
	var added []catalog.Tool
	for t := range own.Tools {
		embedded, known := catalog.Default().Tool(t.Name)
		if known && !embedded.Proposable && t.Effect != embedded.Effect {
			return own, nil, bad("Turn.Catalog",
				"tool %q: effect: the engine queues it as a %s tool, and here it is a %s one: leave it as it is",
				t.Name, embedded.Effect, t.Effect)
		}
		if !sameTool(embedded, t) { // a tool that is not embedded differs from the zero value
			added = append(added, t)
		}
	}
	all, err := catalog.Default().With(added...)
	if err != nil {
		return own, nil, bad("Turn.Catalog", "%w", err)
	}
	for _, t := range added {
		if err := t.Check(); err != nil {
			return own, nil, bad("Turn.Catalog", "%w", err)
		}
	}
	fields := slices.Collect(own.Fields)
	for _, f := range fields {
		if err := f.Check(); err != nil {
			return own, nil, bad("Turn.Catalog", "%w", err)
		}
	}
	if all, err = all.WithFields(fields...); err != nil {
		return own, nil, bad("Turn.Catalog", "%w", err)
	}
	var withheld []string
	for t := range all.Tools {
		if _, known := own.Tool(t.Name); t.Proposable && (!known || handlers[t.Name].Run == nil) {
			withheld = append(withheld, t.Name)
		}
	}
	var members []trip.Member
	for i, m := range []struct {
		value any
		some  bool
	}{{added, len(added) > 0}, {fields, len(fields) > 0}, {withheld, len(withheld) > 0}} {
		if !m.some {
			continue
		}
		raw, err := marshalled(m.value)
		if err != nil {
			return own, nil, bad("Turn.Catalog", "%w", err)
		}
		members = append(members, trip.Member{Key: catalogMembers[i], Value: raw})
	}
	return all.Withhold(withheld...), members, nil
}

func marshalled(value any) (trip.Raw, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	return trip.CanonicalRaw(string(text))
}

// sameTool reports whether two tools have the same JSON. A tool that cannot be encoded equals no embedded one.
func sameTool(embedded, own catalog.Tool) bool {
	one, _ := json.Marshal(embedded) // cannot fail
	two, _ := json.Marshal(own)
	return bytes.Equal(one, two)
}

// newHeader returns the header of a new trip.
func (r *Runner) newHeader(id trip.ID) trip.Header {
	p := r.config.Turn.Policy
	return trip.Header{
		Recording: trip.RecordingVersion, TripID: id, Engine: r.config.Engine, Digests: trip.DigestsVersion,
		Policy: p, HasPolicy: true, PolicyDigest: trip.DigestOf(p.AppendJSON(nil)),
		CatalogDigest: r.config.Turn.Catalog.Digest(), Extra: r.members,
	}
}

// configOf returns the configuration of a trip with this header: its own policy, and the same catalog that a replay
// builds from the header.
func (r *Runner) configOf(h trip.Header) (turn.Config, error) {
	base, err := r.catalogOf(h)
	if err != nil {
		return turn.Config{}, err
	}
	h.Extra = nil // the catalog is in base
	return turn.Configure(base, h)
}

func (r *Runner) catalogOf(h trip.Header) (turn.Config, error) {
	own := r.config.Turn
	if h.CatalogDigest == own.Catalog.Digest() {
		return own, nil
	}
	own.Catalog = catalog.Default()
	made, err := r.catalogs.Configure(own, trip.Header{Extra: h.Extra})
	if err != nil {
		return turn.Config{}, fmt.Errorf("%w: header: %w", ErrDiverged, err)
	}
	return made, nil
}
