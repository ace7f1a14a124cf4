package postgres_test

import (
	"context"
	"log"

	"github.com/jackc/pgx/v5"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/trip"
)

// A shop keeps its messages in the database in which the trips are: a message and what the engine makes of it are there
// both, or neither.
func ExampleAccept() { //nolint:testableexamples // there is no such database
	ctx := context.Background()
	shop, err := pgx.Connect(ctx, "postgres://shop@db.example/trips")
	if err != nil {
		log.Fatal(err)
	}
	err = pgx.BeginFunc(ctx, shop, func(tx pgx.Tx) error {
		const id, text = "m1", "Two of us from Boston to Lisbon on June 3"
		if _, err := tx.Exec(ctx, `INSERT INTO messages (id, text) VALUES ($1, $2)`, id, text); err != nil {
			return err
		}
		return postgres.Accept(ctx, tx, "t1", trip.Event{ID: id, Data: trip.UserMessage{Text: text}})
	})
	if err != nil {
		log.Fatal(err)
	}
}
