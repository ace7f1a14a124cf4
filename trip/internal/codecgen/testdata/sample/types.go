package sample

// What follows has every option and every mark once. It is read by the generator and never compiled.

const MaxStamps = 9

// Letter is a document.
//
//codec:read write
type Letter struct {
	Body      string   `wire:"body"`
	Cc        []string `wire:"cc,nil"`
	Price     Money    `wire:"address.price,null"`
	Street    string   `wire:"address.street,optional"`
	Node      Status   `wire:"phase+state"`
	Stamps    []Stamp  `wire:"stamps,max=MaxStamps,kept"`
	Seal      *Seal    `wire:"seal,null"`
	Opened    bool     `wire:"opened,optional"`
	Folded    bool     `wire:"plain,optional,as=turned"`
	Paper     Color    `wire:"paper,unless=Red"`
	Weight    OptInt   `wire:"weight,optional,max=MaxStamps"`
	Notes     Notes    `wire:"zz_notes"`
	Unwritten int64    `wire:"-"`
}

// Parcel is written section by section.
//
//codec:write sections
type Parcel struct {
	Letter Letter  `wire:"letter"`
	Label  string  `wire:"label,optional"`
	Stamps []Stamp `wire:"stamps"`
	Notes  Notes   `wire:"zz_notes,own"`
}

// Notes are the engine's own.
type Notes struct {
	Draft Draft    `wire:"draft,optional"`
	Ids   []ID     `wire:"ids,optional"`
	Extra []Member `wire:"*"`
}

// Draft cannot be compared.
type Draft struct {
	Words []string `wire:"words,optional"`
}

// Stamp is an element of lists that share an array.
//
//codec:known array=stamps
type Stamp struct {
	Name  string `wire:"name,null"`
	Color Color  `wire:"color,optional"`
	Cents int64  `wire:"cents,required=a number"`
}

// Seal has short forms.
type Seal struct {
	Text  string   `wire:"text,filled"`
	Marks []string `wire:"marks,one=mark"`
	When  Day      `wire:"when,optional,as=since"`
}

// Color is a closed set.
//
//codec:enum
type Color string

const (
	Red   Color = "red"
	Green Color = "green"
	Blue  Color = "blue"
)

// Answer is only read.
//
//codec:read known result=resultAnswer
type Answer struct {
	Stamps  []Stamp  `wire:"stamps,required=a list"`
	Others  []Seal   `wire:"others,nulls,rare"`
	Deep    string   `wire:"a.b.deep"`
	Given   bool     `wire:"-"`
	Remarks []string `wire:"remarks,given=Given"`
}

// Reply is told from an answer by what is in its list.
//
//codec:read result=resultReply
type Reply struct {
	Stamps []Seal `wire:"stamps"`
}

// Posted is an event.
//
//codec:event known
type Posted struct {
	Text string `wire:"text,required"`
}

// Burnt is an event that may have no data.
//
//codec:event
type Burnt struct{}

// Ask are arguments.
//
//codec:arguments equal
type Ask struct {
	Seal Seal    `wire:"seal"`
	N    []int64 `wire:"n"`
}

// The types below are known by functions written by hand.

type ID string

type Day int32

type Status uint8

type Money struct {
	Minor    int64
	Currency string
}

type OptInt struct {
	Value int64
	Set   bool
}

type Member struct{ Key, Value string }

type decoder struct{}

func (m Money) IsSet() bool                    { return m.Currency != "" }
func (m Money) AppendJSON(dst []byte) []byte   { return dst }
func (d *decoder) money(p *Money)              {}
func (d *decoder) day(p *Day)                  {}
func (d *decoder) since(p *Day)                {}
func (d *decoder) turned(p *bool)              {}
func (d *decoder) optInt(p *OptInt, limit int) {}
func (d *decoder) seal(p *Seal)                {}
func appendTurned(dst []byte, b bool) []byte   { return dst }
func appendDay(dst []byte, d Day) []byte       { return dst }
