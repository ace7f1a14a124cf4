package trip

// The defaults of an intent's fields that are absent.
const (
	DefaultLocale   = "en-US"
	DefaultTimezone = "UTC"
	DefaultCurrency = Currency("USD")
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
