package javascript

import "time"

// Limits bound one script. Zero fields take the default.
type Limits struct {
	Time         time.Duration // wall clock, of a script that has worked a while; default 2 s, at most 5 s
	MemoryBytes  int           // of all that lives; default 64 MiB
	CodeBytes    int           // length of the code; default 16 KiB
	ResultChars  int           // length of the value's JSON; default 65,536
	ConsoleChars int           // length of all console lines; default 8,192
	Machines     int           // scripts that run at once; others wait; default 4
}

const (
	maxTime = 5 * time.Second

	// reserveBytes are for the engine itself, and for saying that a script needs too much.
	reserveBytes = 4 << 20
)

func (l Limits) withDefaults() Limits {
	def := Limits{
		Time: 2 * time.Second, MemoryBytes: 64 << 20,
		CodeBytes: 16 << 10, ResultChars: 64 << 10, ConsoleChars: 8 << 10, Machines: 4,
	}
	orDefault(&l.Time, def.Time)
	orDefault(&l.MemoryBytes, def.MemoryBytes)
	orDefault(&l.CodeBytes, def.CodeBytes)
	orDefault(&l.ResultChars, def.ResultChars)
	orDefault(&l.ConsoleChars, def.ConsoleChars)
	orDefault(&l.Machines, def.Machines)
	l.Time = min(l.Time, maxTime)
	return l
}

func orDefault[T int | time.Duration](field *T, def T) {
	if *field <= 0 {
		*field = def
	}
}
