package places

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/spot"
	"github.com/legwork-go/legwork/trip"
)

// MaxResults is how many finds one search lists.
const MaxResults = 10

// maxTextBytes bounds a location and a query.
const maxTextBytes = 500

// The categories of search_places.
const (
	Food    = "food"
	Tourism = "tourism"
	Lodging = "lodging"
)

var categories = []string{Food, Tourism, Lodging}

// The sources of what a result says.
const (
	sourceTable   = "geonames"
	sourceSandbox = "sandbox"
)

// Place is one find.
type Place struct {
	Name       string      `json:"name"`
	Category   string      `json:"category"`
	Kind       string      `json:"kind"` // "sushi restaurant", "museum"
	Tags       []string    `json:"tags"`
	City       string      `json:"city"`
	Country    string      `json:"country"` // ISO 3166-1 alpha-2
	Lat        json.Number `json:"lat"`
	Lon        json.Number `json:"lon"`
	Rating     json.Number `json:"rating"`                // of 5, one decimal
	PriceLevel int64       `json:"price_level,omitempty"` // 1 to 4
	Source     string      `json:"source"`

	tenths int64 // the rating
}

type arguments struct {
	Location *string `json:"location"`
	Category *string `json:"category"`
	Query    *string `json:"query"`
}

type location struct {
	Name    string      `json:"name"`
	Country string      `json:"country"`
	Lat     json.Number `json:"lat"`
	Lon     json.Number `json:"lon"`
	Source  string      `json:"source"`
}

type result struct {
	Location location `json:"location"`
	Results  []Place  `json:"results"`
	Note     string   `json:"note"`
}

// Handler performs search_places. The zero value is ready; it is safe for concurrent use.
type Handler struct {
	Seed string // another seed is another world; default "legwork"
}

// Register adds the tool to a registry.
func Register(reg tools.Registry) { reg[trip.ToolSearchPlaces] = tools.Tool{Run: Handler{}.Run} }

// Run performs one search: see the package documentation.
func (h Handler) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, err
	}
	args, err := tools.Arguments[arguments](req)
	if err != nil {
		return nil, err
	}
	where, category, query := text(args.Location), text(args.Category), text(args.Query)
	switch {
	case len(where) > maxTextBytes || len(query) > maxTextBytes:
		return nil, tools.Invalid("search_places: a text is longer than %d bytes", maxTextBytes)
	case category != "" && !slices.Contains(categories, category):
		return nil, tools.Invalid("search_places: category is %q, want food, tourism or lodging", category)
	}
	if out, done, err := spot.Act(ctx, trip.ToolSearchPlaces, where, "results"); done || err != nil {
		return out, err
	}
	locale := req.Intent.Request.Locale
	s, err := spot.Find(where)
	if err != nil {
		return nil, err
	}
	found := result{
		Location: location{s.Name, s.Country, spot.Degrees(s.At.LatMicro), spot.Degrees(s.At.LonMicro), source(s)},
		Results:  []Place{}, Note: texts.Say(locale, "places.no_such"),
	}
	if category != "" || len(known(query)) > 0 || !isForeign(query, s.Name+" "+where) {
		found.Results, found.Note = h.search(s, category, query), texts.Say(locale, "places."+noteOf(s))
	}
	return json.Marshal(found)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return strings.TrimSpace(*s)
}

// noteOf names the phrase that says what is real of what was found.
func noteOf(s spot.Spot) string {
	if source(s) == sourceSandbox {
		return "island"
	}
	return "invented"
}

// source says where a place is known from: the magic island is the sandbox's own.
func source(s spot.Spot) string {
	if s.Country == "" {
		return sourceSandbox
	}
	return sourceTable
}

// search lists the finds of the category, or of all, that fit the words of the query. Without any
// of both it lists some of each category.
func (h Handler) search(s spot.Spot, category, query string) []Place {
	wanted := known(query)
	var finds []Place
	for _, c := range categories {
		if category != "" && category != c {
			continue
		}
		list := slices.DeleteFunc(h.town(s, c), func(p Place) bool { return len(wanted) > 0 && fit(p, wanted) == 0 })
		slices.SortStableFunc(list, func(a, b Place) int { return better(a, b, wanted) })
		if category == "" && len(wanted) == 0 {
			list = list[:min(len(list), MaxResults/len(categories))]
		}
		finds = append(finds, list...)
	}
	if finds == nil {
		finds = []Place{}
	}
	slices.SortStableFunc(finds, func(a, b Place) int { return cmp.Compare(fit(b, wanted), fit(a, wanted)) })
	return finds[:min(len(finds), MaxResults)]
}

// fit counts the wanted tags that a place has.
func fit(p Place, wanted []string) int {
	n := 0
	for _, w := range wanted {
		if slices.Contains(p.Tags, w) {
			n++
		}
	}
	return n
}

// better sorts what fits more of the query first, then what is rated better.
func better(a, b Place, wanted []string) int {
	return cmp.Or(cmp.Compare(fit(b, wanted), fit(a, wanted)), cmp.Compare(b.tenths, a.tenths))
}
