package trip

import "cmp"

// extraction reads the result of trip_requirements_extract (formats 3). Null, absent and
// blank are the same: no change; but an object of nothing but unknown members is no extraction. A
// budget or nightly price without a currency is in the currency of the other, else in US dollars.
func (d *decoder) extraction(e *Extraction) {
	d.lenient, d.others, d.budget, d.nightly = true, 0, price{}, price{}
	start := d.Offset()
	if members := d.extractionMembers(e); d.others > 0 && d.others == members {
		d.Missing(start, "trip_intent", "an object")
	}
	d.lenient = false
	currency := cmp.Or(d.budget.currency, d.nightly.currency, DefaultCurrency)
	if d.budget.set {
		d.inCurrency(&e.Constraints.BudgetTotal, d.budget, currency)
	}
	if d.nightly.set {
		d.inCurrency(&e.Lodging.MaxPricePerNight, d.nightly, cmp.Or(d.nightly.currency, currency))
	}
}

// extractedBudget and extractedNightly read prices that wait until both their currencies were read.

func (d *decoder) extractedBudget(*Money) { d.saidPrice(&d.budget) }

func (d *decoder) extractedNightly(*Money) { d.saidPrice(&d.nightly) }

// saidPrice reads a price; null and blank texts change nothing.
func (d *decoder) saidPrice(p *price) {
	if !d.blank() {
		*p = d.price()
	}
}
