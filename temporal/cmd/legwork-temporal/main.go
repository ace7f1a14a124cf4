// Command legwork-temporal is legwork with one more place for the trips of legwork serve: a Temporal service. Which
// one, and how it lets us in, says Temporal's own environment configuration: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE,
// TEMPORAL_API_KEY, TEMPORAL_TLS_CLIENT_CERT_PATH and so on, or the file that the temporal command writes.
//
//	TEMPORAL_ADDRESS=127.0.0.1:7233 legwork-temporal serve --temporal
//	legwork-temporal serve --temporal --temporal-profile prod --auth tokens --tokens trips.tokens --addr :8443 …
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/envconfig"
	"go.temporal.io/sdk/log"

	"github.com/legwork-go/legwork/cmd/legwork/program"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/temporal"
	"github.com/legwork-go/legwork/trip"
)

func main() {
	os.Exit(program.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, new(backend)))
}

// backend keeps trips in a Temporal service.
type backend struct {
	asked, works           bool
	profile, queue, prefix string
	quick                  []string
}

// AddFlags implements program.Backend.
func (b *backend) AddFlags(flags *pflag.FlagSet) {
	flags.BoolVar(&b.asked, "temporal", false,
		"keep the trips in the Temporal service that TEMPORAL_ADDRESS and the like name, or Temporal's configuration file")
	flags.StringVar(&b.profile, "temporal-profile", "", "the `NAME` of a profile of that file (default $TEMPORAL_PROFILE)")
	flags.StringVar(&b.queue, "temporal-queue", "legwork", "the `NAME` of the task queue that servers and workers share")
	flags.StringVar(&b.prefix, "temporal-prefix", "legwork/", "what stands before a trip's id in that of its workflow")
	flags.BoolVar(&b.works, "temporal-work", true, "decide and perform turns here; false leaves that to other servers")
	flags.StringSliceVar(&b.quick, "temporal-quick",
		[]string{trip.ToolRank, trip.ToolRiskCheck, trip.ToolFlightSearch, trip.ToolHotelSearch},
		"the `NAME` of a read that answers in milliseconds, which needs no activity of its own; may be repeated")
}

// Asked implements program.Backend.
func (b *backend) Asked() bool { return b.asked }

// Open implements program.Backend.
func (b *backend) Open(ctx context.Context, c runner.Config) (*runner.Runner, store.Store, error) {
	options, err := envconfig.LoadClientOptions(envconfig.LoadClientOptionsRequest{
		ConfigFileProfile: b.profile, IncludeRemoteCodec: true, // else what is to be encrypted would be plain
	})
	if err != nil {
		return nil, nil, fmt.Errorf("%w: the environment of Temporal: %w", store.ErrInvalid, err)
	}
	if options.DataConverter == nil {
		options.DataConverter = temporal.DataConverter()
	}
	options.Logger = log.NewStructuredLogger(c.Logger)
	service, err := client.DialContext(ctx, options)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: no Temporal service: %w", store.ErrMedium, err)
	}
	config := temporal.Config{
		Client: service, DataConverter: options.DataConverter, Namespace: options.Namespace,
		TaskQueue: b.queue, Prefix: b.prefix, Quick: b.quick, Runner: c,
	}
	kept := &keeper{service: service}
	if b.works {
		if kept.worker, err = temporal.NewWorker(config); err == nil {
			err = kept.worker.Start()
		}
	}
	var asks *temporal.Client
	if err == nil {
		asks, err = temporal.NewClient(config)
	}
	if err != nil {
		return nil, nil, errors.Join(err, kept.Close())
	}
	kept.Store = asks.Store()
	return asks.Runner, kept, nil
}

// keeper is the store of trips, and what is closed with it.
type keeper struct {
	store.Store
	service client.Client
	worker  *temporal.Worker
}

// Unwrap implements store.Wrapper.
func (k *keeper) Unwrap() store.Store { return k.Store }

// Close ends the worker, which finishes what it performs.
func (k *keeper) Close() error {
	if k.worker != nil {
		k.worker.Stop()
	}
	k.service.Close()
	return nil
}
