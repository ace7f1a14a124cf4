// Package followup asks for what a trip still lacks: the embedded handler of
// generate_followup_questions. It puts one question in a person's words that names at most three
// things, the first of the list first.
package followup
