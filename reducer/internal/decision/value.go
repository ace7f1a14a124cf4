package decision

import (
	"strconv"

	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// Plain is what a JSON value says: a text without its quotes, anything else as JSON.
func Plain(value trip.Raw) string {
	var d wire.Decoder
	d.Reset(string(value), trip.MaxDepth)
	if d.Kind() == wire.Text {
		return d.String()
	}
	return string(value)
}

// Args are parameters as names and values in turn.
func Args(params trip.Params) (args []any) {
	for _, p := range params {
		args = append(args, p.Name, p.Value)
	}
	return args
}

// Indexed returns the path of a member of an element of a list.
func Indexed(list string, i int, member string) string {
	return list + "[" + strconv.Itoa(i) + "]" + member
}
