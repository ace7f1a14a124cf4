package runner

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// catalogMember returns the header member that brings the tools which the embedded catalog does
// not have, so that a recording replays without this configuration.
func catalogMember(c catalog.Catalog) ([]trip.Member, error) {
	if c.Digest() == catalog.Default().Digest() {
		return nil, nil
	}
	var added []catalog.Tool
	for t := range c.Tools {
		if own, known := catalog.Default().Tool(t.Name); !known || !sameTool(own, t) {
			added = append(added, t)
		}
	}
	if len(added) == 0 {
		return nil, nil
	}
	text, err := json.Marshal(added)
	if err != nil {
		return nil, fmt.Errorf("%w: catalog: %w", ErrConfig, err)
	}
	raw, err := trip.CanonicalRaw(string(text))
	if err != nil {
		return nil, fmt.Errorf("%w: catalog: %w", ErrConfig, err)
	}
	return []trip.Member{{Key: "catalog", Value: raw}}, nil
}

func sameTool(a, b catalog.Tool) bool {
	one, errOne := json.Marshal(a)
	two, errTwo := json.Marshal(b)
	return errOne == nil && errTwo == nil && bytes.Equal(one, two)
}

// newHeader returns the header of a new trip.
func (r *Runner) newHeader(id trip.ID) trip.Header {
	p := r.config.Turn.Policy
	return trip.Header{
		Recording: trip.RecordingVersion, TripID: id, Engine: r.config.Engine,
		Policy: p, HasPolicy: true, PolicyDigest: trip.DigestOf(p.AppendJSON(nil)),
		CatalogDigest: r.config.Turn.Catalog.Digest(), Extra: r.member,
	}
}

// mostConfigs bounds the catalogs of other trips that are kept compiled.
const mostConfigs = 64

// configOf returns what holds for a trip with this header: its own policy and, where it was made
// with another catalog, the tools that it brings.
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
	if h.CatalogDigest == own.Catalog.Digest() || len(h.Extra) == 0 {
		return own, nil
	}
	r.mu.Lock()
	known, ok := r.configs[h.CatalogDigest]
	r.mu.Unlock()
	if ok {
		return known, nil
	}
	made, err := turn.Configure(own, trip.Header{Extra: h.Extra})
	if err != nil {
		return turn.Config{}, fmt.Errorf("%w: header: %w", ErrDiverged, err)
	}
	if h.CatalogDigest == "" {
		return made, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.configs) >= mostConfigs {
		clear(r.configs)
	}
	r.configs[h.CatalogDigest] = made
	return made, nil
}
