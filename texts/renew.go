package texts

import "strings"

// renewing is said of what was picked of offers that had ended.
func renewing(key string, a Args) string {
	switch key {
	case "renew.search":
		if a.Is("refused") {
			return "That offer has just ended: I look for it again."
		}
		return "That offer is no longer current: I look for it again."
	case "renew.same":
		return "It is still there, as it was offered."
	case "renew.moved":
		return renewMoved(a)
	case "renew.gone":
		return "Not on offer any more: " + items(a.List("items")) + "."
	}
	return ""
}

// renewMoved tells what of an option is another than when it was offered, and what all of it costs now.
// Rule: 1.5.renewed
func renewMoved(a Args) string {
	text := "It is still there, but not as it was offered:"
	for _, item := range a.List("items") {
		text += "\n- " + itemText(item) + ", " + item.Money("price")
		if was := item.Money("offered"); was != "" {
			text += " (it was " + was + ")"
		}
		if left, landed := item.Text("left"), item.Text("landed"); left != "" {
			text += ", it left at " + clockText(left) + " and landed at " + clockText(landed) + " before"
		}
		for _, t := range item.List("were") {
			text += ", flight " + t.Text("flight") + " left at " + clockText(t.Text("left")) + " and landed at " +
				clockText(t.Text("landed")) + " before"
		}
		if was := item.Text("refund_was"); was != "" {
			text += ". " + strings.TrimSuffix(refundText(item.Text("refundable")), ".")
		}
	}
	if price := optionPrice(a.Object("option")); price != "" {
		text += "\nAll of it costs " + price + " now."
	}
	return text
}
