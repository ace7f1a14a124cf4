package docs // want "package docs has no comment"

type Bare struct{} // want "exported Bare has no comment"

// This says little.
type Elsewhere struct{} // want "the comment of Elsewhere does not start with the name"

// A Good thing.
type Good struct{}

// Run runs.
func (Good) Run() {}

func (*Good) Walk() {} // want "exported Walk has no comment"

type hidden struct{}

func (hidden) Run() {}

// walk is what run was called before.
func run() {} // want "the comment of run starts with .walk."

// Loosely says what it is for.
func loosely() {}

func Do() {} // want "exported Do has no comment"

const Limit = 1

// want-2 "exported const Limit has no comment"

var Global int

// want-2 "exported var Global has no comment"

// Group of values.
const (
	One = 1
	Two = 2
)

var (
	Beside = 1 // Beside has a comment beside it.
	Naked  = 2
	// want-1 "exported var Naked has no comment"
)
