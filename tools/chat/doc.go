// Package chat is the assistant that answers open questions when there is no language model: the
// handler of assistant_step by rules, without a network or a key.
//
//	arguments  {allowed_tools[], tool_choice}; the conversation stands in Request.Messages
//	result     {text?, tool_calls?[{name, arguments}], plan?, finish_reason, usage}
//
// # Basics
//
// It reads the person's last message and proposes calls by words: weather, restaurants and sights,
// sums, the person's documents, «search the web for …». A message with two of them gets two calls.
// How far two places are from each other it knows without a call.
// Once there is a result it answers at once, in plain sentences made of what the tools returned and
// of nothing else. What no rule fits it says so, and what it can do instead.
//
// [Handler.Run] is a pure function of the request. It never makes up an id of anything: documents
// are found by a plan whose ids the engine fills in. Code for execute_javascript is composed of
// numbers and operators that were read one by one, never copied from the message.
//
// # Termination
//
// In one turn it never proposes the same call twice, proposes at most [maxCalls], and answers as
// soon as one result is of use; a tool that failed is mentioned and not tried again.
// tool_choice none, or no tool allowed, is answered with text.
//
// # Caveats
//
// It does not understand a conversation: apart from the place or the sum of an earlier message it
// knows only the last one. Its rules are of English: [Handler.English] gives them a message in another language, as far
// as its words are known. It answers in the language of the trip. usage is zero, because no model was used.
package chat
