// Package owners is a sample.
package owners

// State is what another package changes.
type State struct {
	Count int
	List  []int
}

// Turn holds it.
type Turn struct {
	Number int
	State
}

func change(t *Turn) {
	t.Number = 1
	t.Count++           // want "writes Count of"
	t.State.Count = 2   // want "writes Count of"
	t.List[0] = t.Count // want "writes List of"
}
