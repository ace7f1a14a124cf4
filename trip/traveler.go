package trip

// TravelerKind is what somebody is to an airline.
type TravelerKind int

// The kinds of travellers.
const (
	Adult TravelerKind = iota
	Child
	Infant
)

// String names a kind as a person does.
func (k TravelerKind) String() string { return [...]string{"adult", "child", "infant"}[k] }

// Of returns the count of a kind, to be read or changed.
func (t *Travelers) Of(k TravelerKind) *int64 {
	switch k {
	case Child:
		return &t.Children
	case Infant:
		return &t.Infants
	case Adult:
	}
	return &t.Adults
}
