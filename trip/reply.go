package trip

// Reply is what a result says beside what the applier writes into the intent: that of one tool, the others'
// fields are zero.
type Reply struct {
	Question     string       // of generate_followup_questions
	Confirmation Confirmation // of booking_confirm_and_purchase
	Proposal     Proposal     // of assistant_step
}

// DecodeReply reads the reply of a tool. Results of all other tools have none.
//
// Errors: *MalformedError, which names the field.
func DecodeReply(tool string, raw Raw) (r Reply, err error) {
	switch tool {
	case ToolFollowup:
		r.Question, err = DecodeFollowup(raw)
	case ToolPurchase:
		r.Confirmation, err = DecodeConfirmation(raw)
	case ToolAssistantStep:
		r.Proposal, err = DecodeProposal(raw)
	}
	return r, err
}
