// Package mcpserver offers the engine as an MCP server (Model Context Protocol): another agent plans
// a trip by calling tools.
//
// # Basics
//
//	s := mcpserver.New(r, mcpserver.Options{}) // r is a *runner.Runner, best with the policy of Policy
//	err := s.Stdio(ctx)                        // over standard input and output, or:
//	http.Handle("/mcp", s.Handler(token))      // streamable HTTP
//
//	send_message{text, trip_id?, message_id?}             what the traveller says; without trip_id a new trip
//	answer{trip_id, ask_id, choice_id}                    one of the choices of the ask that stands
//	select_bundle{trip_id, bundle_id}                     one of the presented bundles
//	request_hold{trip_id, confirmations?}                 holds what is selected
//	approve_purchase{trip_id, ask_id, approval_token, payment_method_id}   buys what the ask showed
//	change_scope{trip_id, document_ids?, property_id?}     which documents are read from now on
//	get_trip{trip_id}                                     the trip as it stands
//	replay{trip_id}                                       folds the trip's log again and compares
//
// The first six answer when the turn is at rest: with the status, what the agent says, what can be
// chosen, and the ask that the engine waits for, if there is one. The result is structured, and the same
// as text.
//
// # Guarantees
//
//   - What goes wrong is a result with isError and a sentence of this package; no Go error, and no
//     text of a tool, reaches a client.
//   - A purchase is of exactly what the ask showed that approve_purchase names, or it is not made and the
//     answer asks again.
//   - A message that is sent again with its message_id changes nothing: its answer is given again.
//     Another message with that message_id is refused.
//
// # Caveats
//
// Whoever reaches the server may see and change every trip. Over HTTP that is whoever knows the token;
// without one the handler refuses everybody who is not on this machine. A client that goes away does not
// end a turn that runs.
package mcpserver
