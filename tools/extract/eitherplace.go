package extract

import (
	"slices"

	"github.com/legwork-go/legwork/tools/geo"
)

// eitherPlace makes one place of several of which one is meant, where one of them is an area that one does not fly to:
// "to Portugal or Spain". Which airport is best is asked of all of them.
func (r *reading) eitherPlace() {
	isArea := func(p placeMention) bool { return p.answer.Verdict == geo.Wide }
	for k := len(r.places) - 1; k > 0; k-- {
		from := r.choiceTo(k)
		among := r.places[from : k+1]
		if from == k || !slices.ContainsFunc(among, isArea) {
			continue
		}
		p := among[0]
		p.to = among[len(among)-1].to
		p.name, p.said = r.words(p.from, p.to), ""
		for i := range among {
			p.either = append(p.either, among[i].name)
		}
		r.settle(&p, geo.Hints{})
		r.places = slices.Replace(r.places, from, k+1, p)
		k = from
	}
}

// choiceTo returns the first of the places of which one is meant and place k is the last, "Rome, Milan or Turin"; k
// when it is none of several.
func (r *reading) choiceTo(k int) int {
	if !r.or(r.places[k-1].to, r.places[k].from) || sameCity(&r.places[k-1], &r.places[k]) {
		return k
	}
	from := k - 1
	for from > 0 && r.text(r.places[from].from-1) == "," && r.places[from-1].to == r.places[from].from-1 {
		from--
	}
	return from
}

// anyPlace answers for several places of which one is meant: each has its turn among the choices.
func (r *reading) anyPlace(p *placeMention, hints geo.Hints) geo.Answer {
	all := geo.Answer{Verdict: geo.Wide, Named: geo.Place{Name: p.name}}
	var lists [][]geo.Place
	for _, name := range p.either {
		answer := geo.Find(name, hints)
		if answer.Verdict == geo.One {
			answer.Choices = []geo.Place{answer.Place}
		}
		lists = append(lists, answer.Choices)
	}
	for turn := range geo.MaxChoices {
		for _, list := range lists {
			if turn < len(list) && len(all.Choices) < geo.MaxChoices {
				all.Choices = append(all.Choices, list[turn])
			}
		}
	}
	return all
}

// dropUnwanted takes the places that are not wanted out of the choices: "Spain, but not Madrid".
func (r *reading) dropUnwanted(a *geo.Answer) {
	left := slices.DeleteFunc(slices.Clone(a.Choices), func(c geo.Place) bool {
		return slices.ContainsFunc(r.places, func(p placeMention) bool { return r.unwanted(p.from) && p.city.Same(c) })
	})
	switch {
	case len(left) == 0 || len(left) == len(a.Choices):
	case len(left) == 1:
		a.Verdict, a.Place = geo.One, left[0]
	default:
		a.Choices = left
	}
}
