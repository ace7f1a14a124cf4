package sample

import "testing"

func TestClamp(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5} {
		if got := Clamp(n, 2, 4); got != min(max(n, 2), 4) {
			t.Error(n, got)
		}
	}
}

// Nothing tests a list that has only the second.
func TestBoth(t *testing.T) {
	if !Both([]string{"a", "b"}, "a", "b") || Both([]string{"a"}, "a", "b") || Both(nil, "a", "b") {
		t.Error("wrong")
	}
}

func TestSpan(t *testing.T) {
	if Span(1, 3) != 3 || Span(3, 1) != 0 {
		t.Error("wrong")
	}
}

func TestIsSet(t *testing.T) {
	if !IsSet(true) || IsSet(false) || IsSet(1) {
		t.Error("wrong")
	}
}
