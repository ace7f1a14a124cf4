package applier

import (
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// applyBundles writes the bundles. A total that is not the sum of the bundle's options is replaced by
// the sum (behaviour 5); there is none where the options have no common currency, or one is unknown. A
// bundle whose id another one has can never be selected, and is dropped; so is one that takes only a part of what is
// sold together.
// Rule: 5.1.bundles
func applyBundles(in *trip.Intent, r *trip.BundleResult) (notes []trip.Message) {
	bundles, replaced := withTotals(in, r.Bundles, r.BadTotals)
	isWhole := func(b *trip.Bundle) bool { return !offers.SplitsGroups(in, b) }
	bundles, dropped := validItems(nameBundles(bundles), bundleID, isWhole)
	in.WorkingMemory.RankedBundles = bundles
	if replaced > 0 {
		notes = append(notes, messages.NoteTotals{Tool: trip.ToolRank, Count: int64(replaced)}.Message())
	}
	return append(notes, leftOut(trip.ToolRank, "bundle", len(dropped))...)
}

func bundleID(b *trip.Bundle) string { return b.BundleID }

// withTotals returns the bundles with the sums of their options as totals, in a copy if one changed, and how many were
// replaced. A bundle without a total gets none.
// Rule: 5.1.totals
func withTotals(in *trip.Intent, bundles []trip.Bundle, unreadable []bool) (out []trip.Bundle, replaced int) {
	for i := range bundles {
		stated := bundles[i].EstimatedTotal
		isBad := i < len(unreadable) && unreadable[i]
		if !stated.IsSet() && !isBad {
			continue
		}
		sum := offers.BundleTotal(in, &bundles[i])
		if sum == stated && !isBad {
			continue
		}
		if replaced == 0 {
			bundles = slices.Clone(bundles)
		}
		bundles[i].EstimatedTotal = sum
		replaced++
	}
	return bundles, replaced
}

// withoutBadTotals returns the result of the ranker without totals that cannot be read, and which those are.
func withoutBadTotals(raw trip.Raw) (readable trip.Raw, bad []bool) {
	var d wire.Decoder
	d.Reset(string(raw), trip.MaxDepth)
	out := []byte{'{'}
	for d.Object(); d.Next(); {
		key := d.Key()
		out = appendName(out, key)
		if key != "bundles" {
			out = append(out, d.Raw()...)
			continue
		}
		out = append(out, '[')
		for d.List(); d.More(); {
			if len(bad) > 0 {
				out = append(out, ',')
			}
			var isBad bool
			out, isBad = appendBundle(out, d.Raw())
			bad = append(bad, isBad)
		}
		out = append(out, ']')
	}
	if d.Err() != nil {
		return raw, nil
	}
	return trip.Raw(append(out, '}')), bad
}

// appendBundle appends a bundle, with null for a total that cannot be read.
func appendBundle(out []byte, text string) (_ []byte, isBad bool) {
	var d wire.Decoder
	d.Reset(text, trip.MaxDepth)
	if d.Kind() != wire.Object {
		return append(out, text...), false
	}
	start := len(out)
	out = append(out, '{')
	for d.Object(); d.Next(); {
		key := d.Key()
		out = appendName(out, key)
		value := d.Raw()
		if _, err := trip.DecodeMoney(value); key == "estimated_total" && err != nil {
			value, isBad = "null", true
		}
		out = append(out, value...)
	}
	if d.Err() != nil {
		return append(out[:start], text...), false
	}
	return append(out, '}'), isBad
}
