package messages

import (
	"slices"

	"github.com/legwork-go/legwork/trip"
)

// list are parameters that are being made, in the order of their names.
type list trip.Params

func (l list) text(name, value string) list { return append(l, trip.Param{Name: name, Value: value}) }

func (l list) number(name string, value int64) list {
	return append(l, trip.Param{Name: name, Value: value})
}

func (l list) flag(name string, value bool) list {
	return append(l, trip.Param{Name: name, Value: value})
}

func (l list) texts(name string, value []string) list {
	return append(l, trip.Param{Name: name, Value: value})
}

func (l list) money(name string, value trip.Money) list {
	return append(l, trip.Param{Name: name, Value: value})
}

func (l list) message(name string, value trip.Message) list {
	return append(l, trip.Param{Name: name, Value: value})
}

func (l list) object(name string, value trip.Params) list {
	return append(l, trip.Param{Name: name, Value: value})
}

func (l list) objects(name string, value []trip.Params) list {
	return append(l, trip.Param{Name: name, Value: value})
}

// Those that are left out when they are empty, zero or false; of a list or an object when it is nil.

func (l list) textIf(name, value string) list {
	if value == "" {
		return l
	}
	return l.text(name, value)
}

func (l list) numberIf(name string, value int64) list {
	if value == 0 {
		return l
	}
	return l.number(name, value)
}

func (l list) flagIf(name string, value bool) list {
	if !value {
		return l
	}
	return l.flag(name, value)
}

func (l list) textsIf(name string, value []string) list {
	if value == nil {
		return l
	}
	return l.texts(name, value)
}

func (l list) messageIf(name string, value trip.Message) list {
	if value.Key == "" {
		return l
	}
	return l.message(name, value)
}

func (l list) objectIf(name string, value trip.Params) list {
	if value == nil {
		return l
	}
	return l.object(name, value)
}

func (l list) objectsIf(name string, value []trip.Params) list {
	if value == nil {
		return l
	}
	return l.objects(name, value)
}

// Those that are left out when they are nil.

func (l list) textAt(name string, value *string) list {
	if value == nil {
		return l
	}
	return l.text(name, *value)
}

func (l list) numberAt(name string, value *int64) list {
	if value == nil {
		return l
	}
	return l.number(name, *value)
}

func (l list) flagAt(name string, value *bool) list {
	if value == nil {
		return l
	}
	return l.flag(name, *value)
}

func (l list) objectAt(name string, value *trip.Params) list {
	if value == nil {
		return l
	}
	return l.object(name, *value)
}

func (l list) messageAt(name string, value *trip.Message) list {
	if value == nil {
		return l
	}
	return l.message(name, *value)
}

// say makes the message of a key.
func (l list) say(key string) trip.Message { return trip.Message{Key: key, Params: trip.Params(l)} }

// withRefs makes the message of a key that may name something by reference.
func (l list) withRefs(key string, refs trip.Refs) trip.Message {
	m := trip.Tell(refs, key)
	m.Params = trip.Params(l)
	return m
}

// AskedBefore returns a message with how often its question was asked before.
func AskedBefore(m trip.Message, times int64) trip.Message { return with(m, "asked", times) }

// ToldAgain returns a message as one that repeats what was said right before.
func ToldAgain(m trip.Message) trip.Message { return with(m, "again", true) }

// with returns a message with one parameter more.
func with(m trip.Message, name string, value any) trip.Message {
	at := slices.IndexFunc(m.Params, func(p trip.Param) bool { return p.Name > name })
	if at < 0 {
		at = len(m.Params)
	}
	m.Params = slices.Insert(slices.Clip(m.Params), at, trip.Param{Name: name, Value: value})
	return m
}

// Asking returns the question that a message repeats, the zero message where it repeats none.
func Asking(m *trip.Message) trip.Message { return messageOf(m.Params, "ask") }

// Label returns the words that a tool gave to a choice, "" where they are not a tool's.
func Label(c *trip.Choice) string { return textOf(c.Params, "text") }

// Total describes the total that an ask tells, nil where it tells none.
func Total(a *trip.Ask) trip.Params { return objectOf(a.Params, "total") }

// Option describes the option that a choice is, nil where it is none.
func Option(c *trip.Choice) trip.Params { return objectOf(c.Params, "option") }

// Those below read a parameter, the zero value where it is not there or of another type: a message may come from a
// document that somebody wrote.

func textOf(p trip.Params, name string) string {
	v, _ := p.Get(name).(string)
	return v
}

func numberOf(p trip.Params, name string) int64 {
	switch v := p.Get(name).(type) {
	case int:
		return int64(v)
	case int64:
		return v
	}
	return 0
}

func flagOf(p trip.Params, name string) bool {
	v, _ := p.Get(name).(bool)
	return v
}

func textsOf(p trip.Params, name string) []string {
	v, _ := p.Get(name).([]string)
	return v
}

func objectOf(p trip.Params, name string) trip.Params {
	v, _ := p.Get(name).(trip.Params)
	return v
}

func moneyOf(p trip.Params, name string) trip.Money {
	v, _ := p.Get(name).(trip.Money)
	return v
}

func messageOf(p trip.Params, name string) trip.Message {
	v, _ := p.Get(name).(trip.Message)
	return v
}
