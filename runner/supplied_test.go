package runner_test

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// What a supplier sends that cannot be used, or was not asked for, is a line, and so is a charge above what was approved.
func TestWhatSuppliersSendIsALine(t *testing.T) {
	var log journal
	w := newWorld()
	r := start(t, w, newStore(), logged(&log))
	w.on(trip.ToolFlightSearch, answers(`{"options":[{"total_price":{"amount":"12,34","currency":"USD"}},
		{"total_price":{"amount":"1","currency":"USD"},"segments":[{"from":"BOS"}]},{"total_price":{"amount":"100","currency":"USD"}}]}`))
	send(t, r, "t2", say("LIS to FCO on May 1"))
	w.on(trip.ToolFlightSearch, nil)
	left := log.lines(t, "items_left_out")
	if len(left) != 2 || left[0]["count"] != 1.0 || fmt.Sprint(left[1]["why"]) != "[route]" || left[1]["tool"] != trip.ToolFlightSearch {
		t.Errorf("left out: %v", left)
	}
	book(t, r, "t1")
	w.on(trip.ToolPurchase, answers(`{"confirmation":{"status":"confirmed","record_locator":"QX7PLM","total_price":{"amount":"9999","currency":"USD"}}}`))
	send(t, r, "t1", trip.Event{Data: trip.UserApprovedPurchase{ApprovalToken: "tok", PaymentMethodID: "pm"}})
	if charged := log.lines(t, "charged_more"); len(charged) != 1 || charged[0]["level"] != "ERROR" || charged[0]["locator"] != "QX7PLM" {
		t.Errorf("charged: %v in\n%s", charged, log.String())
	}
}
