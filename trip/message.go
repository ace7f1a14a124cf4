package trip

import (
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// Message is a text that a person is shown, as data: a key that says what is meant, and its
// parameters. Text is what was made of them in the person's language; no decision reads it.
type Message struct {
	Key    string `wire:"key"`
	Refs   *Refs  `wire:"refs,optional"` // nil when it names nothing by reference
	Params Params `wire:"params,as=params"`
	Text   string `wire:"text,optional"`
}

// Refs are what a message tells of and the intent after the event holds. Where somebody reads the message, parameters
// of the same names tell it in full; no decision reads them, and digests cover the references in their place.
type Refs struct {
	Options []OptionRef `wire:"options,optional"`
	Option  *OptionRef  `wire:"option,optional"`
	Picked  *OptionRef  `wire:"picked,optional"` // the option that waits to be held
	Terms   bool        `wire:"terms,optional"`  // each of the options with the terms of its parts
	Trip    bool        `wire:"trip,optional"`   // the whole plan
	Holds   bool        `wire:"holds,optional"`  // all that is held, for whom and for how much

	NotHeld bool `wire:"not_held,optional"` // what of the selected is not held, or no longer

	Bookings []int64 `wire:"bookings,optional,as=integers"` // places in the list of bookings, from 1
	Booking  int64   `wire:"booking,optional"`              // one such place
}

// OptionRef names a bundle, by the position that it has in what is told.
type OptionRef struct {
	BundleID string   `wire:"bundle_id"`
	Position int64    `wire:"position,optional"`
	Labels   []string `wire:"labels,optional"`
}

// Names reports whether a parameter tells what is named by reference.
func (r *Refs) Names(param string) bool {
	switch param {
	case "options":
		return r != nil && len(r.Options) > 0
	case "option":
		return r != nil && r.Option != nil
	case "picked":
		return r != nil && r.Picked != nil
	case "trip":
		return r != nil && r.Trip
	case "bookings":
		return r != nil && len(r.Bookings) > 0
	case "booking":
		return r != nil && r.Booking > 0
	}
	return r != nil &&
		(r.Holds && slices.Contains(holdParams, param) || r.NotHeld && slices.Contains(notHeldParams, param))
}

// The parameters that tell what is held, and what is not.
var (
	holdParams = []string{
		"held", "total", "travelers", "own", "requests", "offered", "more", "less", "above_budget", "below_budget",
	}
	notHeldParams = []string{"ended", "not_held"}
)

// isEmpty reports whether the references name nothing.
func (r *Refs) isEmpty() bool {
	return len(r.Options)+len(r.Bookings) == 0 && r.Option == nil && r.Picked == nil && !r.Trip && !r.Holds &&
		!r.NotHeld && r.Booking == 0
}

// Bare returns the message without what describes what it names by reference, also in messages that are parameters of
// it.
func (m Message) Bare() Message {
	isNamed := func(p Param) bool { return m.Refs.Names(p.Name) }
	bare := m
	if slices.ContainsFunc(m.Params, isNamed) {
		bare.Params = slices.DeleteFunc(slices.Clone(m.Params), isNamed)
	}
	return bare.Nested(Message.Bare)
}

// IsNaming reports whether the message, or one that is a parameter of it, names something by reference.
func (m *Message) IsNaming() bool {
	return m.Refs != nil || slices.ContainsFunc(m.Params, func(p Param) bool {
		nested, is := asMessage(p.Value)
		return is && nested.IsNaming()
	})
}

// asMessage returns a parameter that is a message. One that was read back from JSON, and names something, is an object.
func asMessage(value any) (m Message, is bool) {
	if m, is = value.(Message); is {
		return m, true
	}
	object, _ := value.(Params)
	if _, is = object.Get("refs").(Params); !is || object.Get("key") == nil {
		return Message{}, false
	}
	var d decoder
	d.Reset(string(object.AppendJSON(nil)), MaxDepth)
	d.message(&m)
	return m, d.finish() == nil
}

// Nested returns the message with other messages for those that are parameters of it and name something by reference.
func (m Message) Nested(other func(Message) Message) Message {
	isShared := true
	for i := range m.Params {
		nested, is := asMessage(m.Params[i].Value)
		if !is || nested.Refs == nil {
			continue
		}
		if isShared {
			m.Params, isShared = slices.Clone(m.Params), false
		}
		m.Params[i].Value = other(nested)
	}
	return m
}

// AppendJSON appends the references as canonical JSON.
func (r *Refs) AppendJSON(dst []byte) []byte { return appendRefs(dst, r) }

// Params are the parameters of a message, sorted by name. They are an object on the wire.
type Params []Param

// Param is one parameter. Its value is a string, an int, an int64, a bool, a []string, Params for an
// object of its own, a []Params, Money, a Message or Raw. Read back from JSON an amount is Params, and so is a
// message that names nothing by reference.
type Param struct {
	Name  string
	Value any
}

// KeyText is the key of a message that was made elsewhere: a model's answer, a tool's question.
// Its one parameter is the text.
const KeyText = "text"

// Say makes a message of a key and the names and values of its parameters in turn.
func Say(key string, params ...any) Message { return Message{Key: key, Params: With(params...)} }

// Tell makes a message that names something by reference too.
func Tell(refs Refs, key string, params ...any) Message {
	m := Say(key, params...)
	if !refs.isEmpty() {
		m.Refs = &refs
	}
	return m
}

// Sentence makes a message of a text that came from outside.
func Sentence(text string) Message { return Say(KeyText, "text", text) }

// EndsToolName reports whether a character is no part of a tool's name.
func EndsToolName(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// With makes parameters of names and values in turn. Names that are in order need not be sorted.
func With(params ...any) Params {
	if len(params) == 0 {
		return nil
	}
	out := make(Params, 0, len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		name, ok := params[i].(string)
		if !ok {
			panic(fmt.Sprintf("trip: the name of a parameter is %v", params[i]))
		}
		out = append(out, Param{name, params[i+1]})
	}
	slices.SortFunc(out, func(a, b Param) int { return wire.CompareUTF16(a.Name, b.Name) })
	return out
}

// Get returns the value of a parameter, nil when it is not there.
func (p Params) Get(name string) any {
	for i := range p {
		if p[i].Name == name {
			return p[i].Value
		}
	}
	return nil
}

// Texts returns the texts of messages.
func Texts(list []Message) []string {
	if len(list) == 0 {
		return nil
	}
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = list[i].Text
	}
	return texts
}

// AppendJSON appends the message as canonical JSON.
func (m *Message) AppendJSON(dst []byte) []byte { return appendMessage(dst, m) }

// AppendJSON appends the parameters as an object of canonical JSON.
func (p Params) AppendJSON(dst []byte) []byte { return appendParams(dst, p) }

func appendParams(dst []byte, params Params) []byte {
	dst = append(dst, '{')
	for i := range params {
		dst = wire.AppendKey(dst, params[i].Name)
		dst = appendParam(dst, params[i].Value)
	}
	return append(dst, '}')
}

// appendParam appends a value. One of another type is a bug of whoever made the message.
func appendParam(dst []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		return wire.AppendString(dst, v)
	case int:
		return wire.AppendInt(dst, int64(v))
	case int64:
		return wire.AppendInt(dst, v)
	case bool:
		return wire.AppendBool(dst, v)
	case []string:
		return wire.AppendStrings(dst, v)
	case []Params:
		dst = append(dst, '[')
		for i, p := range v {
			dst = appendParams(comma(dst, i), p)
		}
		return append(dst, ']')
	case Params:
		return appendParams(dst, v)
	case Money:
		return v.AppendJSON(dst)
	case Message:
		return v.AppendJSON(dst)
	case Raw:
		return appendRaw(dst, v)
	}
	panic(fmt.Sprintf("trip: a parameter is a %T", value))
}

// message reads a message, or a text that came from outside.
func (d *decoder) message(p *Message) {
	if d.Kind() != wire.Text {
		d.messageMembers(p)
		return
	}
	var text string
	d.anyText(&text)
	*p = Sentence(text)
}

// params reads the parameters of a message.
func (d *decoder) params(p *Params) {
	if d.Null() {
		return
	}
	var out Params
	for d.Object(); d.Next(); {
		param := Param{Name: d.Key()}
		d.param(&param.Value)
		out = append(out, param)
	}
	slices.SortFunc(out, func(a, b Param) int { return wire.CompareUTF16(a.Name, b.Name) })
	*p = out
}

// param reads a value: a list is of texts or of objects, anything else stays JSON.
func (d *decoder) param(p *any) {
	here := d.Here()
	switch d.Kind() {
	case wire.Text:
		var s string
		d.anyText(&s)
		*p = s
		return
	case wire.Bool:
		*p = d.Bool()
		return
	case wire.Object:
		var v Params
		d.params(&v)
		*p = v
		if v.isNaming() {
			d.Return(here)
			var m Message
			d.message(&m)
			*p = m
		}
		return
	case wire.Number:
		if text := wire.CanonicalInt(d.Rest()); text != "" {
			*p = d.Int()
			return
		}
	case wire.List:
		if d.paramList(p) {
			return
		}
		d.Return(here)
	case wire.Invalid, wire.Null:
	}
	var raw Raw
	d.raw(&raw)
	*p = raw
}

// isNaming reports whether parameters are a message that names something by reference.
func (p Params) isNaming() bool {
	_, hasKey := p.Get("key").(string)
	_, hasRefs := p.Get("refs").(Params)
	return hasKey && hasRefs
}

// paramList reads a list of which all elements are texts, or objects.
func (d *decoder) paramList(p *any) bool {
	texts, objects := []string{}, []Params(nil)
	for d.List(); d.More(); {
		switch kind := d.Kind(); {
		case kind == wire.Text && objects == nil:
			var s string
			d.anyText(&s)
			texts = append(texts, s)
		case kind == wire.Object && len(texts) == 0:
			var v Params
			d.params(&v)
			objects = append(objects, v)
		default:
			return false
		}
	}
	if *p = texts; objects != nil {
		*p = objects
	}
	return true
}
