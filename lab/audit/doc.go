// Package audit folds conversations and tells what the engine's rules see in them: what became of
// the calls, what was done twice or in vain, and what the engine would not have run.
//
// # Basics
//
// [New] starts an audit; for each conversation [Audit.Conversation] gives a [Watch] that takes the
// steps of its replay, and [Audit.Report] sums up. [Report.Table] and [Report.Page] show it.
//
// A recording that the engine itself made shows what it did. One that was imported from another
// agent's log shows what that agent did, beside what the engine would have done with the same
// answers: the calls of the log that the engine did not queue are those that it would have cut.
//
// # Caveats
//
// Nothing was run again. A call that the engine would have refused is left out, but what the
// model would have said then is not known: the log goes on as it went. Tokens are estimated, four
// characters a token. That an error text was shown is found by its words, so a text that says the
// same in other words is not found. The report holds no text of any message or error.
package audit
