// Package catalog describes tools as data: names, JSON Schemas (2020-12) of arguments and
// results, effects, limits, timeouts and where arguments that name things may come from. It
// also holds the time-zone rules that a decision may read, so that no machine's own rules count.
//
// [Default] is the catalog of the embedded tools; [Catalog.With] adds others. A catalog is an
// immutable value, and its [Catalog.Digest] stands in a recording's header.
package catalog

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// Effect says whether a tool changes the world.
type Effect string

// The effects. A write tool runs at most once per idempotency key.
const (
	Read  Effect = "read"
	Write Effect = "write"
)

// The places where an argument that names things may come from (behaviour 4).
const (
	FromState  = "state"
	FromLookup = "lookup"
	FromStep   = "step"
)

// The points of a plan at which a tool of one's own may run, and what follows on its failure.
const (
	BeforeQuote = "before_quote" // before offers are searched
	BeforeHold  = "before_hold"  // before what was picked is held

	Block = "block" // the turn ends with the failure
	GoOn  = "go_on" // the plan goes on without it
)

// Repeat says of a write tool that calling it again under the same key is its lookup: the supplier answers what it has
// done under that key, or does it then. That is the usual contract of payment and booking APIs.
const Repeat = "repeat"

// Source says where the values of one argument may come from; free text of a model is no source.
type Source struct {
	Argument string   `json:"argument"`
	From     []string `json:"from"`
}

// Tool describes one tool. It holds no code: a handler of the same name performs it.
type Tool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	// Called is what a person calls what the tool does: "the e-mail". Failures and unknown outcomes are told with it;
	// without it with the tool's name.
	Called        string `json:"called,omitempty"`
	Effect        Effect `json:"effect"`
	TimeoutMillis int64  `json:"timeout_millis"`
	Retries       int64  `json:"retries,omitempty"`        // tries after the first, read tools only
	CallsPerTurn  int64  `json:"calls_per_turn,omitempty"` // budget in the assistant loop; 0 is the turn's own
	// Budget names a budget that tools share: all that name the same one, and equal calls of them count as one.
	Budget        string `json:"budget,omitempty"`
	Concurrency   int64  `json:"concurrency,omitempty"` // calls at once in one process; 0 is no limit
	RatePerMinute int64  `json:"rate_per_minute,omitempty"`
	Idempotency   string `json:"idempotency,omitempty"` // the argument that carries a write tool's key
	// SendableMillis is how long after its commit a call of a write tool may still be sent; after that it is not_sent. 0
	// is the tool's timeout. Where processes share a store, whoever takes the trip over may believe a call that is sent
	// later not to have been made: there it is the store's lease less a margin, at most.
	SendableMillis int64 `json:"sendable_millis,omitempty"`
	// SettleAfterMillis is how long after the end of an attempt a call of a write tool may still take effect,
	// when its answer was lost. Until then nobody believes that it was not made. 0 is DefaultSettleAfterMillis; where
	// processes share a store it is the store's lease, the timeout and half a minute, and must not be less.
	SettleAfterMillis int64 `json:"settle_after_millis,omitempty"`
	// Settle says of a write tool how it is found out what became of a call whose answer was lost: Repeat calls the tool
	// again under the same key. Empty is by its handler's lookup. SettleTries is how often at most it is called again; 0
	// is DefaultSettleTries.
	Settle      string `json:"settle,omitempty"`
	SettleTries int64  `json:"settle_tries,omitempty"`
	// Unverifiable says of a write tool that nobody can find out what became of a call whose answer was lost: it
	// has neither an idempotency key nor a lookup. Its outcome stays unknown until a person settles it.
	Unverifiable bool `json:"unverifiable,omitempty"`
	// Unattended says of a write tool that a call which a model proposes runs at once. Any other waits until a person
	// approves it.
	Unattended bool `json:"unattended,omitempty"`
	// Runs says at which point of a plan the engine runs this read tool by itself: BeforeQuote or BeforeHold.
	// OnFailure says what follows when the tool fails there: Block, which is the default, or GoOn.
	Runs       string `json:"runs,omitempty"`
	OnFailure  string `json:"on_failure,omitempty"`
	Proposable bool   `json:"proposable,omitempty"` // a model may propose it
	// Answers says that a result is the answer: a useful one ends equal calls of the turn, and one that is not useful
	// counts as failed (behaviour 3, [Tool.CheckAnswer]). AnswerIn names the member of the result that has the answer;
	// empty is DefaultAnswerIn.
	Answers  bool   `json:"answers,omitempty"`
	AnswerIn string `json:"answer_in,omitempty"`
	// Currencies says of a search tool in which currencies (ISO 4217) it can price, the one that it prices in unasked
	// first. A trip that wants another of them is searched in that, by the argument `currency`.
	Currencies []string        `json:"currencies,omitempty"`
	Produces   string          `json:"produces,omitempty"` // where the result holds ids: "list[].member" or "list[]"
	Sources    []Source        `json:"sources,omitempty"`
	Arguments  json.RawMessage `json:"arguments"`
	Result     json.RawMessage `json:"result"`
}

// MaxCalledBytes bounds Tool.Called.
const MaxCalledBytes = 64

// Bounds of Tool.SettleAfterMillis.
const (
	DefaultSettleAfterMillis = 60 * 1000
	MaxSettleAfterMillis     = 7 * 24 * 60 * 60 * 1000
)

// Bounds of Tool.SettleTries.
const (
	DefaultSettleTries = 5
	MaxSettleTries     = 100
)

// Tries returns SettleTries, or its default; 0 of a tool that is not called again.
func (t *Tool) Tries() int64 {
	if t.Settle != Repeat {
		return 0
	}
	return cmp.Or(t.SettleTries, DefaultSettleTries)
}

// SettleMillis returns SettleAfterMillis, or its default.
func (t *Tool) SettleMillis() int64 { return cmp.Or(t.SettleAfterMillis, DefaultSettleAfterMillis) }

// BudgetName returns the name under which calls of the tool are counted: equal arguments under one name
// are the same call.
func (t *Tool) BudgetName() string { return cmp.Or(t.Budget, t.Name) }

// Catalog is an immutable set of tools. The zero value has none.
type Catalog struct{ t *table }

type table struct {
	tools   []entry      // sorted by name
	fields  []fieldEntry // sorted by path
	asked   []trip.Field // the same as an extraction is told of them
	more    string       // canonical JSON of the fields, "" without any
	content func() string
	digest  func() trip.Digest
}

type entry struct {
	Tool
	text      string // its canonical JSON; "" when it is not made yet
	arguments *validator
	result    *validator
	sharers   []string // the tools that share its budget, itself included
}

//go:embed tools/*.json
var toolFiles embed.FS

var loadDefault = sync.OnceValue(func() Catalog {
	files, err := toolFiles.ReadDir("tools")
	if err != nil {
		panic(fmt.Sprintf("catalog: the embedded tools cannot be listed: %v", err))
	}
	tools := make([]Tool, 0, len(files))
	for _, f := range files {
		data, err := toolFiles.ReadFile("tools/" + f.Name())
		if err != nil {
			panic(fmt.Sprintf("catalog: %s: %v", f.Name(), err))
		}
		var t Tool
		if err := json.Unmarshal(data, &t); err != nil {
			panic(fmt.Sprintf("catalog: %s: %v", f.Name(), err))
		}
		tools = append(tools, t)
	}
	c, err := New(tools...)
	if err != nil {
		panic(fmt.Sprintf("catalog: the embedded tools are not valid: %v", err))
	}
	return c
})

// Default returns the catalog of the embedded tools.
func Default() Catalog { return loadDefault() }

// New makes a catalog of these tools.
//
//   - Errors: ErrTool when a tool has no name or texts that are not UTF-8, an unknown effect, a schema that is not
//     JSON, a negative limit, a settling of its calls that contradicts itself, or stands there twice.
func New(tools ...Tool) (Catalog, error) { return Catalog{}.With(tools...) }

func newEntry(t Tool) (entry, error) {
	if err := check(t); err != nil {
		return entry{}, err
	}
	text, err := canonical(&t)
	if err != nil {
		return entry{}, err
	}
	return entry{
		Tool: t, text: text, arguments: &validator{schema: t.Arguments}, result: &validator{schema: t.Result},
	}, nil
}

func build(tools []entry, fields []Field) (Catalog, error) {
	t := &table{tools: tools}
	slices.SortFunc(t.tools, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(t.tools); i++ {
		if t.tools[i].Name == t.tools[i-1].Name {
			return Catalog{}, fmt.Errorf("%w: %q stands there twice", ErrTool, t.tools[i].Name)
		}
	}
	t.share()
	if err := t.addFields(fields); err != nil {
		return Catalog{}, err
	}
	var err error
	if t.more, err = t.fieldsContent(); err != nil {
		return Catalog{}, err
	}
	t.describe()
	return Catalog{t: t}, nil
}

// describe makes what the catalog is told by from outside. Few of the many catalogs that a replay makes are asked.
func (t *table) describe() {
	t.content = sync.OnceValue(t.canonical)
	t.digest = sync.OnceValue(func() trip.Digest {
		return trip.DigestOf([]byte(t.content() + "\n" + zonesDigest() + t.more))
	})
}

// share notes which tools share a budget.
func (t *table) share() {
	names := map[string][]string{}
	for i := range t.tools {
		b := t.tools[i].BudgetName()
		names[b] = append(names[b], t.tools[i].Name)
	}
	for i := range t.tools {
		t.tools[i].sharers = names[t.tools[i].BudgetName()]
	}
}

// negative names a limit of a tool that is below zero, "" when none is.
func negative(t *Tool) string {
	for _, limit := range []struct {
		name  string
		value int64
	}{
		{"timeout_millis", t.TimeoutMillis},
		{"retries", t.Retries},
		{"calls_per_turn", t.CallsPerTurn},
		{"concurrency", t.Concurrency},
		{"rate_per_minute", t.RatePerMinute},
		{"sendable_millis", t.SendableMillis},
		{"settle_tries", t.SettleTries},
	} {
		if limit.value < 0 {
			return limit.name
		}
	}
	return ""
}

// isText reports whether all texts of a tool are UTF-8: others would be read back from a header as something else.
func (t *Tool) isText() bool {
	all := []string{
		t.Name, t.Description, t.Called, t.Budget, t.Idempotency, t.AnswerIn, t.Produces, string(t.Arguments),
		string(t.Result),
	}
	for _, s := range t.Sources {
		all = append(append(all, s.Argument), s.From...)
	}
	return !slices.ContainsFunc(all, func(text string) bool { return !utf8.ValidString(text) })
}

func check(t Tool) error {
	if limit := negative(&t); limit != "" {
		return fmt.Errorf("%w: %q has a negative %s: want 0 for none, or more", ErrTool, t.Name, limit)
	}
	if err := checkSettling(&t); err != nil {
		return err
	}
	switch {
	case t.Name == "":
		return fmt.Errorf("%w: a tool has no name", ErrTool)
	case !t.isText():
		return fmt.Errorf("%w: %q: a text of it is not UTF-8", ErrTool, t.Name)
	case t.Effect != Read && t.Effect != Write:
		return fmt.Errorf("%w: %q has effect %q, want read or write", ErrTool, t.Name, t.Effect)
	case t.AnswerIn != "" && !t.Answers:
		return fmt.Errorf("%w: %q has answer_in, which only a tool with answers may have", ErrTool, t.Name)
	case !slices.Contains([]string{"", BeforeQuote, BeforeHold}, t.Runs):
		return fmt.Errorf("%w: %q has runs %q, want %s or %s", ErrTool, t.Name, t.Runs, BeforeQuote, BeforeHold)
	case t.Runs != "" && t.Effect == Write:
		return fmt.Errorf("%w: %q has runs, which only a read tool may have", ErrTool, t.Name)
	case !slices.Contains([]string{"", Block, GoOn}, t.OnFailure) || t.OnFailure != "" && t.Runs == "":
		return fmt.Errorf("%w: %q has on_failure %q, want %s or %s, beside runs", ErrTool, t.Name, t.OnFailure, Block, GoOn)
	case len(t.Called) > MaxCalledBytes || strings.ContainsFunc(t.Called, unicode.IsControl):
		return fmt.Errorf("%w: %q is called something of more than one line or %d bytes", ErrTool, t.Name, MaxCalledBytes)
	case slices.ContainsFunc(t.Currencies, isNoCurrency):
		return fmt.Errorf("%w: %q has currencies %q, want ISO 4217 codes", ErrTool, t.Name, t.Currencies)
	case t.Unattended && t.Effect == Read:
		return fmt.Errorf("%w: %q is unattended, which only a write tool may be", ErrTool, t.Name)
	case !json.Valid(t.Arguments) || !json.Valid(t.Result):
		return fmt.Errorf("%w: a schema of %q is not JSON", ErrTool, t.Name)
	}
	return nil
}

func isNoCurrency(code string) bool { return !trip.Currency(code).Known() }

// checkSettling checks what an entry says of sending a write, and of finding out what became of it.
func checkSettling(t *Tool) error {
	reads := t.Effect == Read
	switch {
	case reads && t.SettleAfterMillis != 0:
		return fmt.Errorf("%w: %q has settle_after_millis, which only a write tool may have", ErrTool, t.Name)
	case reads && (t.SendableMillis != 0 || t.Settle != "" || t.SettleTries != 0):
		return fmt.Errorf("%w: %q has sendable_millis, settle or settle_tries, which only a write tool may have", ErrTool,
			t.Name)
	case t.SettleAfterMillis < 0 || t.SettleAfterMillis > MaxSettleAfterMillis:
		return fmt.Errorf("%w: %q has settle_after_millis %d, want 1 to %d, or 0 for the default of %d",
			ErrTool, t.Name, t.SettleAfterMillis, MaxSettleAfterMillis, DefaultSettleAfterMillis)
	case t.Settle != "" && t.Settle != Repeat:
		return fmt.Errorf("%w: %q has settle %q, want %s, or nothing", ErrTool, t.Name, t.Settle, Repeat)
	case t.Settle == Repeat && t.Idempotency == "":
		return fmt.Errorf("%w: %q has settle repeat without an idempotency argument, by which its supplier knows the call",
			ErrTool, t.Name)
	case t.SettleTries > MaxSettleTries || t.SettleTries != 0 && t.Settle != Repeat:
		return fmt.Errorf("%w: %q has settle_tries %d, want 1 to %d, beside settle repeat", ErrTool, t.Name, t.SettleTries,
			MaxSettleTries)
	case t.Unverifiable && (reads || t.Idempotency != ""):
		return fmt.Errorf("%w: %q is unverifiable, which only a write tool without an idempotency argument may be",
			ErrTool, t.Name)
	}
	return nil
}

func canonical(t *Tool) (string, error) {
	data, err := json.Marshal(t)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrTool, err)
	}
	text, err := wire.CanonicalText(string(data), trip.MaxDepth-1) // in a list
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrTool, err)
	}
	return text, nil
}

// canonical returns the canonical JSON of all tools.
func (t *table) canonical() string {
	texts := make([]string, len(t.tools))
	for i := range t.tools {
		e := &t.tools[i]
		if texts[i] = e.text; e.text != "" {
			continue
		}
		var err error
		if texts[i], err = canonical(&e.Tool); err != nil {
			panic(fmt.Sprintf("catalog: a tool of a catalog has no canonical form any more: %v", err))
		}
	}
	return "[" + strings.Join(texts, ",") + "]"
}

// With returns a catalog that has these tools too; one of the same name is replaced.
//
//   - Errors: as of [New].
func (c Catalog) With(tools ...Tool) (Catalog, error) {
	if len(tools) == 0 {
		return c, nil
	}
	var all []entry
	for i := range tools {
		e, err := newEntry(tools[i])
		if err != nil {
			return Catalog{}, err
		}
		all = append(all, e)
	}
	for _, e := range c.entries() {
		if !slices.ContainsFunc(tools, func(n Tool) bool { return n.Name == e.Name }) {
			all = append(all, e)
		}
	}
	return build(all, slices.Collect(c.Fields))
}

// entries returns the tools as they stand in the table, which must not be modified.
func (c Catalog) entries() []entry {
	if c.t == nil {
		return nil
	}
	return c.t.tools
}

// Withhold returns a catalog in which a model is not offered these tools. A name that it does not have
// is passed over.
func (c Catalog) Withhold(names ...string) Catalog {
	isOne := func(e entry) bool { return e.Proposable && slices.Contains(names, e.Name) }
	if !slices.ContainsFunc(c.entries(), isOne) {
		return c
	}
	t := *c.t
	t.tools = slices.Clone(t.tools)
	for i := range t.tools {
		if e := &t.tools[i]; isOne(*e) {
			e.Proposable, e.text = false, ""
		}
	}
	t.describe()
	return Catalog{t: &t}
}

// Tools yields all tools in the order of their names.
func (c Catalog) Tools(yield func(Tool) bool) {
	if c.t == nil {
		return
	}
	for i := range c.t.tools {
		if !yield(c.t.tools[i].Tool) {
			return
		}
	}
}

// Tool returns the tool of this name.
func (c Catalog) Tool(name string) (Tool, bool) {
	if e := c.find(name); e != nil {
		return e.Tool, true
	}
	return Tool{}, false
}

// Sharers returns the names of the tools that share the budget of one, itself included. The list must not
// be modified.
func (c Catalog) Sharers(name string) []string {
	if e := c.find(name); e != nil {
		return e.sharers
	}
	return nil
}

// IsWrite reports whether a tool of this name exists and is a write tool.
func (c Catalog) IsWrite(name string) bool {
	e := c.find(name)
	return e != nil && e.Effect == Write
}

func (c Catalog) find(name string) *entry {
	if c.t == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(c.t.tools, name, func(e entry, n string) int { return strings.Compare(e.Name, n) })
	if !ok {
		return nil
	}
	return &c.t.tools[i]
}

// Digest covers all tools, the fields and the zone rules.
func (c Catalog) Digest() trip.Digest {
	if c.t == nil {
		return ""
	}
	return c.t.digest()
}

// AppendJSON writes all tools as canonical JSON.
func (c Catalog) AppendJSON(dst []byte) []byte {
	if c.t == nil {
		return append(dst, "[]"...)
	}
	return append(dst, c.t.content()...)
}
