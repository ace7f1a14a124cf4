package javascript

import "time"

// Limits bound one script. Zero fields take the default.
type Limits struct {
	Time         time.Duration // wall clock; default 2 s, at most 5 s
	MemoryBytes  int64         // growth of the live heap; default 128 MiB
	Calls        int           // depth of the call stack; default 10,000
	CodeBytes    int           // length of the code; default 16 KiB
	ResultBytes  int           // length of the value's JSON; default 64 KiB
	ConsoleBytes int           // length of all console lines; default 8 KiB
	Machines     int           // scripts that run at once; default 4
}

const (
	maxTime    = 5 * time.Second // also the limit of one match of a regular expression
	maxNesting = 300             // of brackets in the code
	maxLabels  = 200             // of one name
	maxDepth   = 32              // of the value
	maxLines   = 200             // of the console
	graceTime  = 250 * time.Millisecond
	watchEvery = 2 * time.Millisecond

	maxUnits        = 4 << 20 // characters or elements that one built-in function may produce or visit
	maxPieceChars   = 1 << 20 // characters that + may add to a text
	maxSpreadChars  = 1 << 20 // characters of a string that is taken apart
	maxPatternChars = 8 << 10 // characters of a regular expression made from a string
	maxDigits       = 20_000  // digits of a BigInt read from a string
	maxParseDepth   = 200     // nesting of JSON and of arrays that are joined or flattened
)

func (l Limits) withDefaults() Limits {
	def := Limits{
		Time: 2 * time.Second, MemoryBytes: 128 << 20, Calls: 10_000,
		CodeBytes: 16 << 10, ResultBytes: 64 << 10, ConsoleBytes: 8 << 10, Machines: 4,
	}
	orDefault(&l.Time, def.Time)
	orDefault(&l.MemoryBytes, def.MemoryBytes)
	orDefault(&l.Calls, def.Calls)
	orDefault(&l.CodeBytes, def.CodeBytes)
	orDefault(&l.ResultBytes, def.ResultBytes)
	orDefault(&l.ConsoleBytes, def.ConsoleBytes)
	orDefault(&l.Machines, def.Machines)
	l.Time = min(l.Time, maxTime)
	return l
}

func orDefault[T int | int64 | time.Duration](field *T, def T) {
	if *field <= 0 {
		*field = def
	}
}
