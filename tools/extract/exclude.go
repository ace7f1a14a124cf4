package extract

import "slices"

// exclude writes the airlines that are not wanted, takes them out of those that the person likes, and takes those that
// are wanted now out of those that were not.
func (a *assembly) exclude(wanted []string, refused []airlineMention) {
	f := &a.r.known.Preferences.Flight
	liked, out := slices.Clone(f.PreferredAirlines), slices.Clone(f.ExcludedAirlines)
	for _, m := range refused {
		if !slices.Contains(out, m.name) {
			out = append(out, m.name)
		}
		liked = slices.DeleteFunc(liked, func(name string) bool { return name == m.name })
	}
	out = slices.DeleteFunc(out, func(name string) bool { return slices.Contains(wanted, name) })
	a.r.repeats = a.r.repeats || len(refused) > 0
	if len(wanted) == 0 && len(liked) < len(f.PreferredAirlines) {
		a.patch.constraints().PreferredAirlines = liked
	}
	if !slices.Equal(out, f.ExcludedAirlines) {
		a.patch.constraints().ExcludedAirlines = slices.Concat([]string{}, out)
	}
}

// excludeModes writes the means of travel that are not wanted, beside flying, which is the trip's own.
func (a *assembly) excludeModes() {
	was := a.r.known.Preferences.ExcludedModes
	out := slices.Clone(was)
	for _, m := range a.r.modes {
		switch at := slices.Index(out, m.mode); {
		case m.rejected && m.mode != byFlight && at < 0:
			out = append(out, m.mode)
		case !m.rejected && at >= 0:
			out = slices.Delete(out, at, at+1)
		}
	}
	if !slices.Equal(out, was) {
		a.patch.constraints().ExcludedModes = slices.Concat([]string{}, out)
	}
}
