package describe

import (
	"slices"

	"github.com/legwork-go/legwork/reducer/internal/booking"
	"github.com/legwork-go/legwork/trip"
)

// TotalStands says how the total of what is held stands to what it was offered for, where that is another, and to the
// budget.
// Rule: 7.3.moved, 7.3.budget
func TotalStands(o *booking.Offer, in *trip.Intent) []any {
	var args []any
	if prices, moved := offeredPrices(o.Held); moved {
		args = append(args, "offered", Sums(prices))
		args = append(args, change(prices, o.Total)...)
	}
	return append(args, ToBudget(in, o.Total)...)
}

// change says by how much a total is more or less than the prices that were offered, where they can be compared.
func change(offered []trip.Money, total trip.Money) []any {
	var before trip.Money
	for _, price := range offered {
		sum, ok := before.Add(price)
		if !ok || !price.IsSet() || price.Currency != total.Currency {
			return nil
		}
		before = sum
	}
	by := trip.Money{Minor: total.Minor - before.Minor, Currency: total.Currency}
	switch {
	case by.Minor > 0:
		return []any{"more", by.String()}
	case by.Minor < 0:
		by.Minor = -by.Minor
		return []any{"less", by.String()}
	}
	return nil
}

// ToBudget says how far a price is above or below the budget, where the two can be compared.
func ToBudget(in *trip.Intent, price trip.Money) []any {
	budget := in.Constraints.BudgetTotal
	if !budget.IsSet() || budget.Currency != price.Currency {
		return nil
	}
	difference := trip.Money{Minor: price.Minor - budget.Minor, Currency: budget.Currency}
	if difference.Minor > 0 {
		return []any{"above_budget", difference.String()}
	}
	difference.Minor = -difference.Minor
	return []any{"below_budget", difference.String()}
}

// Share is an amount for each of n people, rounded.
func Share(m trip.Money, n int64) trip.Money {
	m.Minor = (m.Minor + n/2) / n
	return m
}

// offeredPrices are what holds were offered for, and whether one has another price now.
// Rule: 7.3.moved
func offeredPrices(held []*trip.Hold) (prices []trip.Money, moved bool) {
	prices = make([]trip.Money, len(held))
	for i, h := range held {
		prices[i] = h.Price()
		if offered := h.Shown.Price(); offered.IsSet() {
			moved = moved || offered != prices[i]
			prices[i] = offered
		}
	}
	return prices, moved
}

// Total sums the prices of holds.
func Total(held []*trip.Hold) trip.Params {
	var room [8]trip.Money // for the holds of most plans
	prices := room[:0]
	for _, h := range held {
		prices = append(prices, h.Price())
	}
	return Sums(prices)
}

// Sums adds prices up by currency, in the order in which the currencies appear, and says whether all are
// known. It returns nil when nothing is, or a sum is too great.
func Sums(prices []trip.Money) trip.Params {
	var total []trip.Money
	complete := true
	for _, p := range prices {
		if !p.IsSet() {
			complete = false
			continue
		}
		i := slices.IndexFunc(total, func(m trip.Money) bool { return m.Currency == p.Currency })
		if i < 0 {
			total = append(total, p)
			continue
		}
		sum, ok := total[i].Add(p)
		if !ok {
			return nil
		}
		total[i] = sum
	}
	if len(total) == 0 {
		return nil
	}
	amounts := make([]trip.Params, len(total))
	for i, m := range total {
		amounts[i] = trip.With("amount", m.Amount(), "currency", string(m.Currency))
	}
	return trip.With("sums", amounts, "complete", complete)
}
