package scrub

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// version is how an engine is named.
var version = regexp.MustCompile(`^v\d{1,3}\.\d{1,4}\.\d{1,4}([-+][0-9a-z.+-]{1,60})?$|^devel$`)

// makeHeader makes the header of the copy.
func (s *scrubber) makeHeader(first *trip.Event) error {
	was, start := s.old.Header(), s.old.Start()
	cfg, err := turn.Configure(s.base, was)
	if err != nil {
		return err
	}
	s.known = newVocabulary(cfg.Catalog)
	c := s.cleaner(manner{stays: none})
	h := trip.Header{
		Recording: trip.RecordingVersion, TripID: s.tripID(first.Trip), Digests: trip.DigestsVersion,
		Policy: was.Policy, HasPolicy: was.HasPolicy, PolicyDigest: was.PolicyDigest, HasIntent: was.HasIntent,
	}
	if version.MatchString(was.Engine) {
		h.Engine = was.Engine
	}
	if f := was.ForkedFrom; f != nil {
		h.ForkedFrom = &trip.ForkedFrom{TripID: s.tripID(f.TripID), Seq: f.Seq, Barred: f.Barred}
		for _, o := range f.Origins {
			h.ForkedFrom.Origins = append(h.ForkedFrom.Origins, trip.Origin{TripID: s.tripID(o.TripID), Seq: o.Seq})
		}
	}
	if was.HasIntent {
		in := was.Intent
		if start.Turn.Seq > 0 { // it begins in the middle
			in = start
		}
		in.TripID = first.Trip
		if h.Intent, err = s.intent(in); err != nil {
			return fmt.Errorf("%w: the intent of the header cannot be read any more: %w", ErrDiffers, err)
		}
	}
	for _, m := range was.Extra {
		if m.Key == "catalog" || m.Key == "fields" || m.Key == "withheld" {
			h.Extra = append(h.Extra, trip.Member{Key: m.Key, Value: c.described(m.Value)})
		}
	}
	if s.cfg, err = turn.Configure(s.base, h); err != nil {
		return err
	}
	if was.CatalogDigest != "" {
		h.CatalogDigest = s.cfg.Catalog.Digest()
	}
	begin := turn.Start
	if start.Turn.Seq > 0 {
		begin = turn.Resume
	}
	if s.in, err = begin(s.cfg, h); err != nil {
		return fmt.Errorf("%w: the intent of the header does not fit any more: %w", ErrDiffers, err)
	}
	s.ids.noteStart(&start, &s.in)
	s.header, s.begun = h, true
	s.out = append(s.out, string(h.AppendJSON(nil)))
	return nil
}

// descriptions are the members of a catalog that are texts for a reader.
var descriptions = setOf("description title called question default examples $comment url")

// described cleans the texts of a catalog. What it calls tools, arguments and values is its program's.
func (c *cleaner) described(raw trip.Raw) trip.Raw {
	var v any
	if json.Unmarshal([]byte(raw), &v) != nil {
		return raw
	}
	out, err := json.Marshal(c.describe(v))
	if err != nil { // it was decoded from JSON
		panic(err)
	}
	return trip.Raw(out)
}

func (c *cleaner) describe(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if _, isProperty := value.(map[string]any); descriptions[key] && !isProperty {
				v[key] = c.value(key, value)
				continue
			}
			v[key] = c.describe(value)
		}
	case []any:
		for i := range v {
			v[i] = c.describe(v[i])
		}
	}
	return v
}
