package texts

// fault returns the text for something the server could not do. It never asks the person to send a message again,
// because it may have been accepted: it could be an approval.
//
// Rule: 7.5.faults
func fault(key string) string {
	switch key {
	case "fault.busy":
		return "I am busy for a moment. Please wait a little, then go on."
	case "fault.running":
		return "I am still at work on what you said before. Please wait until I have answered."
	case "fault.store":
		return "I cannot save anything at the moment, so I cannot go on. Please come back in a few minutes."
	case "fault.too_large":
		return "That is too long for me. Please say it in fewer words."
	case "fault.unfit":
		return "I could not take that. Please say it in another way."
	case "fault.gone":
		return "This trip does not exist, or not any more. Please begin a new one."
	case "fault.diverged":
		return "This trip was begun with another version of this service, and cannot go on with this one. " +
			"Please begin a new one."
	case "fault.denied":
		return "You may not do that here."
	case "fault.stopped":
		return "That was stopped."
	case "fault.internal":
		return "Something went wrong on my side. Please wait a little, then go on."
	}
	return ""
}
