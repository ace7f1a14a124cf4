package booking

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Config shapes the suppliers. The zero value is the usual one.
type Config struct {
	HoldSeconds int64 // how long a hold lasts; default a day
	SlowMillis  int64 // how long a slow call takes; default 3000
}

const (
	defaultHoldSeconds = 24 * 60 * 60
	defaultSlowMillis  = 3000
	maxKeyBytes        = 255
)

// desk is where the suppliers take calls.
type desk struct {
	ledger Ledger
	hold   time.Duration
	slow   time.Duration
}

// Register adds the three write tools to a registry. The caller closes the ledger.
func Register(reg tools.Registry, ledger Ledger, cfg Config) {
	if cfg.HoldSeconds == 0 {
		cfg.HoldSeconds = defaultHoldSeconds
	}
	if cfg.SlowMillis == 0 {
		cfg.SlowMillis = defaultSlowMillis
	}
	d := &desk{
		ledger: ledger,
		hold:   time.Duration(cfg.HoldSeconds) * time.Second,
		slow:   time.Duration(cfg.SlowMillis) * time.Millisecond,
	}
	for tool, run := range map[string]func(context.Context, tools.Request) ([]byte, error){
		trip.ToolHold: d.holdItems, trip.ToolRelease: d.release, trip.ToolPurchase: d.purchase,
	} {
		reg[tool] = tools.Tool{Run: run, Lookup: lookup(d.ledger, tool)}
	}
}

// lookup returns the function that finds in a ledger what a call of a tool did.
func lookup(ledger Ledger, tool string) func(context.Context, tools.Request) ([]byte, bool, error) {
	return func(ctx context.Context, req tools.Request) (result []byte, found bool, err error) {
		err = ledger.Read(ctx, func(p Page) error {
			kept, ok, err := recall(p, req.Trip, req.Key)
			if err != nil || !ok || kept.Tool != tool {
				return err
			}
			result, found = kept.Result, true
			return nil
		})
		return result, found, err
	}
}

// answer is what the ledger keeps of a call that had its effect.
type answer struct {
	Tool   string          `json:"tool"`
	Print  string          `json:"print"` // of the tool and its arguments
	Result json.RawMessage `json:"result"`
	At     string          `json:"at"`
}

func recall(p Page, id trip.ID, key string) (kept answer, ok bool, err error) {
	data := p.Get(shelfAnswers, scoped(id, key))
	if data == nil {
		return kept, false, nil
	}
	if err := json.Unmarshal(data, &kept); err != nil {
		return kept, false, fmt.Errorf("%w: the answer to %s: %w", ErrFormat, key, err)
	}
	return kept, true, nil
}

// scoped makes the key of something that belongs to a trip.
func scoped(id trip.ID, key string) string { return string(id) + "\x00" + key }

// once performs a write call at most once for its key; fresh says that it was this time. The
// effect and the answer are put in one transaction.
func (d *desk) once(
	ctx context.Context, req tools.Request, key string, args any, perform func(Page) (any, error),
) (result []byte, fresh bool, err error) {
	mark, err := fingerprint(req.Name, args)
	if err != nil {
		return nil, false, err
	}
	err = d.ledger.Write(ctx, func(p Page) error {
		kept, ok, err := recall(p, req.Trip, key)
		switch {
		case err != nil:
			return err
		case ok && kept.Print != mark:
			return errKeyReused()
		case ok:
			result = kept.Result
			return errNothingNew
		}
		value, err := perform(p)
		if err != nil {
			return err
		}
		if result, err = json.Marshal(value); err != nil {
			return err
		}
		return put(p, shelfAnswers, scoped(req.Trip, key), answer{req.Name, mark, result, req.At.String()})
	})
	if errors.Is(err, errNothingNew) {
		return result, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return result, true, nil
}

func put(p Page, s Shelf, key string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return p.Put(s, key, data)
}

// keyOf returns the idempotency key of a call, which stands in its arguments and may stand in the
// request too.
func keyOf(req tools.Request, given string) (string, error) {
	switch {
	case given == "" && req.Key == "":
		return "", errNoKey()
	case given != "" && req.Key != "" && given != req.Key:
		return "", errKeysDiffer()
	case given == "":
		given = req.Key
	}
	if len(given) > maxKeyBytes {
		return "", errKeyTooLong()
	}
	return given, nil
}

func fingerprint(tool string, args any) (string, error) {
	data, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	return digest(tool, string(data)), nil
}

// digest hashes texts, told apart by their lengths, to hex.
func digest(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}
