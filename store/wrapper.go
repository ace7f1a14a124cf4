package store

// Wrapper is a store around another one, for figures, tracing or tests. What the other can do beside, as an [Owner]
// or a [Deleter], is found through it; a wrapper without Unwrap hides that, and must not stand around an Owner.
type Wrapper interface {
	Store
	// Unwrap returns the store that is wrapped.
	Unwrap() Store
}

// As returns a store, or the first of those that it wraps, as what it can do beside: Owner, Inbox, Starter, Prober,
// Deleter, Pruner or Checker.
func As[T any](s Store) (T, bool) {
	for {
		if found, ok := s.(T); ok {
			return found, true
		}
		w, ok := s.(Wrapper)
		if !ok {
			var none T
			return none, false
		}
		s = w.Unwrap()
	}
}
