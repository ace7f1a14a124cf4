package trip

import "strings"

// The defaults of an intent's fields that are absent.
const (
	DefaultLocale   = "en-US" // of a request that does not say in which language
	DefaultTimezone = "UTC"   // of a request that does not say from where it came
	DefaultCurrency = Currency("USD")
)

// IsEnglish reports whether a locale is one of English, as a browser may send it for a person who writes otherwise.
func IsEnglish(locale string) bool {
	name, _, _ := strings.Cut(locale, "-")
	return name == "en"
}

// The defaults of searches (behaviour 1.4).
const (
	DefaultCabin       = "economy"
	DefaultMaxStops    = 1
	DefaultResultLimit = 10

	DefaultDateSearches = 12 // flight searches of one round where days or routes are open (behaviour 5.8)
)

// NewIntent returns an intent about which nothing is known yet: the defaults that absent
// fields of an intent document have.
func NewIntent() Intent {
	return Intent{
		Schema:      Schema,
		Request:     Request{Locale: DefaultLocale, Timezone: DefaultTimezone, Kind: KindPlan},
		Status:      StatusSection{Node: CollectingRequirements},
		Itinerary:   Itinerary{Lodging: Lodging{Needed: true}},
		Constraints: Constraints{Currency: DefaultCurrency},
		Policy:      TravelPolicy{Rules: Rules{RequireUserApprovalToPurchase: true, HoldsAllowedWithoutApproval: true}},
	}
}
