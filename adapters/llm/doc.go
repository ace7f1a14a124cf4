// Package llm lets a language model do what the embedded rules do otherwise: read a traveller's
// message (trip_requirements_extract), ask for what is missing (generate_followup_questions) and
// choose the next step of an open request (assistant_step).
//
// # Basics
//
// A [Model] answers one [Ask]. The folders openai and anthropic hold one for any OpenAI-compatible server and one for
// Anthropic, on the official SDKs; models opens one by its configuration. [Register] puts the three handlers on top
// of a model into a registry:
//
//	list, err := llm.FromEnvironment(os.Getenv, "openai:one,anthropic:two")
//	m, err := models.Open(list...)
//	err = llm.Register(registry, m, catalog.Default(), llm.Options{Timeout: list[0].Timeout})
//
// Further models fit in by implementing [Model]: one method.
//
// # Environment
//
//	LEGWORK_MODEL             the model: "anthropic:" or "openai:" and its name; a name alone is one of
//	                          Anthropic when it starts with "claude", else one of an OpenAI-compatible server.
//	                          Of several with commas the next one is asked where one fails before it answered
//	LEGWORK_MODEL_BASE_URL    where the server is; default: the provider's own
//	LEGWORK_MODEL_TIMEOUT     of one step, such as 45s; default 50s
//	LEGWORK_MODEL_MAX_TOKENS  most tokens of one answer; default 4096 for Anthropic, else the server's
//	LEGWORK_MODEL_FORMAT      of structured answers of OpenAI-compatible servers: json_schema (default),
//	                          json_object or text, for servers that know less
//	LEGWORK_MODEL_STREAM      off asks OpenAI-compatible servers for whole answers; default on
//	OPENAI_API_KEY            the key for OpenAI-compatible servers; may be empty for a local one
//	ANTHROPIC_API_KEY         the key for Anthropic
//
// Keys come from the environment only. Beside the usual proxy variables no other is read, also none
// of those that the SDKs know.
//
// # Guarantees
//
//   - What a handler returns keeps its tool's JSON Schema; an answer that breaks it is asked for once
//     more. What is good of the second one is used: calls that can be read, and a reading without the members that
//     are wrong, for which the person is asked. Of a message of which nothing could be read the person is told and
//     asked, and nothing of the trip changes.
//   - A value that a model read is used only with a quote that stands in the message; words of the message that no
//     quote covers are told to the person. A model that quotes nothing is not used: the embedded rules read.
//   - Where the model gives no answer, be it down, busy, too slow or refused, the embedded rules read and ask. The
//     person is told nothing of it; [Options.Logger] is. The assistant's step fails with its class.
//   - A model's thoughts reach nobody. Calls that stand in its text, because its server did not read them, are calls.
//   - The model is told what the person was asked last, and its result says which model gave it and
//     what that used.
//   - Every failure is a *[tools.Error] with its class. Its text goes to the event log; it is bounded
//     and holds no key.
//   - Answers are read up to a bound; a step ends with its deadline, however slowly a server drips.
//   - A server that says when to come back (Retry-After) is asked again when that is within the deadline, and not
//     before, in whichever trip. One that failed is asked once more where the rules stand behind the model. Nothing
//     else is tried again: that is the runner's.
//   - Redirects are not followed: a key goes to the server that was named, and to no other.
//
// # Caveats
//
// What a message says goes to the server that was named.
package llm
