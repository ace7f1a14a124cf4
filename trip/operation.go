package trip

// Operation is a change of one path of the plan, which an extraction may carry beside its patch (behaviour 5.9).
type Operation struct {
	Op    string `wire:"op"`             // OpSet and the like; any other is dropped
	Path  string `wire:"path"`           // such as itinerary.segments[0].depart_date
	Value Raw    `wire:"value,optional"` // canonical JSON; null says nothing
	Was   Raw    `wire:"was,optional"`   // what the person takes to stand there, canonical JSON; null says nothing
}

// What an operation does.
const (
	OpSet     = "set"     // writes the value
	OpReplace = "replace" // writes it instead of Was: in a list, of that element
	OpAdd     = "add"     // adds it to a list
	OpRemove  = "remove"  // takes it off a list; without a value, gives the path its default
	OpExclude = "exclude" // adds it to what is not wanted
	OpUndo    = "undo"    // takes the last change of the path back
)
