package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestPlan(t *testing.T) {
	var out bytes.Buffer
	if err := plan(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Boston (US) to Lisbon (PT)", "Here are your best options:", "Which one shall I take?"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, out.String())
		}
	}
}
