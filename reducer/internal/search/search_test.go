package search

import (
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// deciding searches for an intent in a decision of its own.
func deciding(in *trip.Intent) Machine {
	policy := trip.DefaultPolicy()
	s := decision.Of(in, 0)
	s.Policy, s.Catalog = &policy, catalog.Default()
	return Machine{Step: s}
}

// money is an amount in minor units; zero of no currency where the amount is not known.
func money(minor int64, currency trip.Currency) trip.Money {
	return trip.Money{Minor: minor, Currency: currency}
}
