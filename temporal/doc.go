// Package temporal runs the turns of trips as workflows of a Temporal service, for whoever operates one. Each trip is a
// workflow, each tool call an activity. It is used as a [runner.Runner] is: only the constructor differs.
//
//	service, err := client.Dial(client.Options{DataConverter: temporal.DataConverter()})
//	config := temporal.Config{Client: service, Runner: runner.Config{Tools: embedded.Tools(…)}}
//	w, err := temporal.NewWorker(config) // in processes that perform
//	err = w.Start()
//	c, err := temporal.NewClient(config) // in processes that ask: it is a *runner.Runner
//	for u, err := range c.Handle(ctx, "t1", event) { … }
//
// # How a turn runs
//
// A request, an event say, reaches the workflow of its trip as an update, which starts the workflow where there is
// none. The workflow asks the runner of its worker what follows (runner.Away) by a local activity, whose result is
// recorded: the events with their digests, the decisions, the state, the calls that are out and the queue, all that a
// store keeps in one commit. Then it starts an activity for each new call. An outcome is decided on in the same way,
// in the order of the calls. Calls of quick tools (Config.Quick) are made within the local activity.
//
// A worker that replays a history takes the decisions from it and decides nothing again, so a later version of the
// engine, of the catalog or of the policy goes on with each trip from where it stands, in the middle of a turn too.
// Only the code of this package must replay what it did before; the histories in testdata hold it to that.
//
// A client is a [runner.Runner] on a store that reads the history of the workflow: whoever reads needs no worker, and
// whoever watches is told by a long poll, as soon as the event is durable. To this runner every trip is
// another process's own, so that whatever is asked of it goes into the inbox of the trip, which is the workflow.
//
// # Guarantees
//
//   - Those of package runner, with the service in the place of the store: an event that was accepted is in the
//     history.
//   - A write whose worker is gone is given to another one by the service, which looks it up under its key before
//     anything else, as a runner does after a crash.
//
// # Limits
//
//   - The limits of tools (calls at once, calls a minute, breakers) are kept by each worker for itself.
//   - What handlers report before they return is told to nobody, as between processes that share a database.
//   - A history that has grown long is followed by another one at the end of a turn, with the log in its input. Where
//     that is longer than 10 MiB, it grows on, and with more than 30,000 events it takes no event of a person any more
//     (runner.ErrTooLarge): move the trip to a store.
//   - A trip that is deleted is gone for whoever asks; the service erases its histories within a minute or two.
//   - Trips are listed from the service's visibility store, which may lag behind.
package temporal
