package when

import (
	"reflect"
	"strings"

	"github.com/expr-lang/expr/types"

	"github.com/legwork-go/legwork/trip"
)

// names returns the types of all that an expression may name.
func names() types.Map {
	texts := types.Array(types.String)
	status := typeOf(reflect.TypeFor[trip.StatusSection]())
	message := typeOf(reflect.TypeFor[trip.Message]())
	return types.Map{
		"trip": types.Map{
			"trip_id": types.String, "file": types.String, "engine": types.String, "events": types.Int, "turns": types.Int,
			"states": texts, "tools": texts, "rules": texts,
		},
		"intent": typeOf(reflect.TypeFor[trip.Intent]()),
		"status": status,
		"event": types.Map{
			"seq": types.Int, "id": types.String, "trip_id": types.String, "turn": types.Int, "at": types.String,
			"type": types.String, "data": dataType(),
		},
		"decision": types.Map{
			"status": types.Map{"phase": types.String, "state": types.String},
			"phase":  types.String, "state": types.String,
			"tool_calls": types.Array(types.Map{
				"call_id": types.String, "name": types.String, "arguments": types.Any, "proposed": types.Bool,
			}),
			"ui": types.Array(message), "ui_messages": texts, "missing_required": texts,
			"last_tool_error": typeOf(reflect.TypeFor[trip.ToolFailure]()), "ask": typeOf(reflect.TypeFor[trip.Ask]()),
			"notes_added": texts, "ignored": types.String, "rules": texts, "path": texts,
			"settled": types.String, "outcome": types.String,
		},
	}
}

// dataType has the members of the data of all events.
func dataType() types.Map {
	all := types.Map{}
	for _, data := range []trip.EventData{
		trip.UserMessage{},
		trip.UserSelectedBundle{},
		trip.UserRequestHold{},
		trip.UserApprovedPurchase{},
		trip.IntentReady{},
		trip.ToolResult{},
		trip.ToolError{},
		trip.ScopeChanged{},
		trip.UserAnswered{},
		trip.IntentPatched{},
		trip.TurnCancelled{},
	} {
		addMembers(all, reflect.TypeOf(data))
	}
	return all
}

// onWire are the types whose text on the wire is of another kind than the Go type.
var onWire = map[reflect.Type]types.Type{
	reflect.TypeFor[trip.Instant]():  types.String,
	reflect.TypeFor[trip.Date]():     types.String,
	reflect.TypeFor[trip.Hash]():     types.String,
	reflect.TypeFor[trip.Currency](): types.String,
	reflect.TypeFor[trip.Money]():    types.Map{"amount": types.String, "currency": types.String},
	reflect.TypeFor[trip.OptInt]():   types.Int,
	reflect.TypeFor[trip.OptBool]():  types.Bool,
	reflect.TypeFor[trip.Number]():   types.Float64,
	reflect.TypeFor[trip.Raw]():      types.Any,
	reflect.TypeFor[trip.Params]():   types.Any,
	reflect.TypeFor[trip.Ext]():      types.Any,
}

// typeOf returns the type of a value as its document holds it.
func typeOf(t reflect.Type) types.Type {
	if known, ok := onWire[t]; ok {
		return known
	}
	switch t.Kind() { //nolint:exhaustive // of the other kinds no member is, or its text is of any type
	case reflect.String:
		return types.String
	case reflect.Int64:
		return types.Int
	case reflect.Bool:
		return types.Bool
	case reflect.Pointer:
		return typeOf(t.Elem())
	case reflect.Slice:
		return types.Array(typeOf(t.Elem()))
	case reflect.Struct:
		members := types.Map{}
		addMembers(members, t)
		return members
	default:
		return types.Any
	}
}

// addMembers adds the members that the wire tags of a struct name.
func addMembers(to types.Map, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("wire"), ",")
		switch outer, inner, nested := strings.Cut(name, "."); {
		case name == "", name == "-":
		case name == "*":
			to[types.Extra] = types.Any
		case name == "phase+state":
			to["phase"], to["state"] = types.String, types.String
		case nested:
			to[outer] = types.Map{inner: typeOf(f.Type)}
		default:
			to[name] = typeOf(f.Type)
		}
	}
}
