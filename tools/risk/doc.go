// Package risk is the tool policy_and_risk_check: it reads the offers of one bundle and tells, in
// sentences for a traveller, what could go wrong, what has to be accepted first and what forbids
// the bundle.
//
//	risks                        good to know, nothing to do
//	required_user_confirmations  has to be accepted before anything is held
//	blocking_issues              this bundle cannot be booked
//
// The same arguments and the same time give the same sentences, because a confirmation is
// answered by its very text.
//
// # What is looked at
//
//	not refundable                            confirmation, one for all offers together
//	refundability not known                   risk
//	total over the traveller's budget         confirmation; risk when the currencies differ
//	change of planes under 45 minutes         confirmation; under 75 minutes risk
//	change of airport between two planes      confirmation
//	layover over 4 hours, 2 stops or more     risk
//	landing on a later day, or 23:00 to 05:59 risk
//	under 3 hours between two offers          risk, since nobody waits
//	a flight before the one before it lands   blocking
//	a flight that has left                    blocking
//
// # Rules of an organisation
//
// org_policy is the intent's policy.rules. What breaks one of these is blocking, and so is a rule
// that cannot be read or an offer that does not say what a rule asks about:
//
//	max_total                  money, or an amount in the constraints' currency
//	max_hotel_price_per_night  the same, for each room
//	allowed_cabins             list of cabins
//	blocked_airlines           list of airline names or two-letter codes
//	require_refundable         true: every offer must be refundable
//	max_stops                  number, for each flight offer
//	no_red_eye                 true: no take-off from 22:00 to 04:59, no landing from 00:00 to 05:29
//	advance_booking_days       number of days before departure
//
// require_user_approval_to_purchase, holds_allowed_without_approval and fork_writes belong to the engine. Any
// other rule is named in a risk as not checked.
package risk
