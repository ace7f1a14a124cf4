package trip

// Raw is canonical JSON (RFC 8785) of a foreign payload; empty when absent.
type Raw string

// Number is a JSON number in canonical form, kept as text because no decision reads a float.
type Number string

// Instant is a point in time in nanoseconds since 1970-01-01T00:00:00Z; 0 is absent.
// On the wire it is RFC 3339 in UTC. Years 1970 to 2261 can be told.
type Instant int64

// Date is a calendar day without a time zone, as yyyymmdd; 0 is absent.
type Date int32

// OptBool is a boolean that may be absent.
type OptBool uint8

// The values of OptBool.
const (
	Unset OptBool = iota
	False
	True
)

// OptInt is an integer that may be absent.
type OptInt struct {
	Value int64
	Set   bool
}

// Currency is an ISO 4217 code of three letters; empty when absent.
type Currency string

// Money is an amount in minor units of a currency; the zero value is absent.
// On the wire it is {"amount":"1480.00","currency":"USD"}.
type Money struct {
	Minor    int64
	Currency Currency
}
