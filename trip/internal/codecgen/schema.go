package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// schema is what the sources of a package say of its types.
type schema struct {
	fset    *token.FileSet
	name    string                   // of the package
	types   map[string]*ast.TypeSpec // by name
	order   []string                 // of the types, by file and place
	marks   map[string]marks         // by the name of a type
	consts  map[string][]string      // by the name of their type, in order
	texts   map[string]string        // what text constants hold
	byHand  map[string]bool          // functions; methods as T.name
	objects map[string]*object       // by the name of a type
}

// marks are the words behind //codec: in a type's comment.
type marks struct {
	words  []string
	array  string // of array=
	result string // of result=
	want   string // what stands behind enum
}

func (m marks) has(word string) bool { return slices.Contains(m.words, word) }

// object is a struct that is an object on the wire.
type object struct {
	name               string
	marks              marks
	fields             []*field // on the wire, as they are declared
	root               *group
	extra              *field // the members that are not known; nil when they are not kept
	read, write, known bool   // what is generated
	encoder            bool   // its writer takes an Encoder
}

// group holds the members of an object on the wire: of a type, or one that a dotted name tells of.
type group struct {
	path    []string // empty for the type itself
	members []*member
}

// member is a name in a group.
type member struct {
	name  string
	field *field // nil when the member is a group
	part  bool   // the field is made of several members, of which this is one
	group *group
}

// field is one field of a struct.
type field struct {
	object *object
	name   string // in Go
	tag    tag
	typ    *typ
}

// load parses the sources of the package in a folder, without tests and generated files.
func load(dir string, overlay map[string]string) (*schema, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	p := &schema{
		fset: token.NewFileSet(), types: map[string]*ast.TypeSpec{}, marks: map[string]marks{}, consts: map[string][]string{},
		texts: map[string]string{}, byHand: map[string]bool{}, objects: map[string]*object{},
	}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasSuffix(base, "_test.go") || strings.HasSuffix(base, "_gen.go") {
			continue
		}
		text, ok := overlay[base]
		if !ok {
			b, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			text = string(b)
		}
		f, err := parser.ParseFile(p.fset, base, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if err := p.declare(f); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// declare notes what a file declares.
func (p *schema) declare(f *ast.File) error {
	p.name = f.Name.Name
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.byHand[funcName(d)] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if err := p.declareSpec(d, spec); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// funcName returns the name of a function, behind the type of a method.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	id, _ := t.(*ast.Ident)
	return fmt.Sprint(id, ".", d.Name.Name)
}

func (p *schema) declareSpec(d *ast.GenDecl, spec ast.Spec) error {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		name := spec.Name.Name
		p.types[name] = spec
		p.order = append(p.order, name)
		doc := spec.Doc
		if doc == nil {
			doc = d.Doc
		}
		m, err := parseMarks(doc)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", p.fset.Position(spec.Pos()), name, err)
		}
		p.marks[name] = m
	case *ast.ValueSpec:
		if id, ok := spec.Type.(*ast.Ident); ok && d.Tok == token.CONST {
			for i, n := range spec.Names {
				p.consts[id.Name] = append(p.consts[id.Name], n.Name)
				if i < len(spec.Values) {
					p.texts[n.Name] = literal(spec.Values[i])
				}
			}
		}
	}
	return nil
}

// literal returns the text of a constant, empty when it is none.
func literal(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return text
}

// words are the marks that a type may have.
var words = []string{"read", "write", "known", "sparse", "event", "arguments", "equal", "sections"}

func parseMarks(doc *ast.CommentGroup) (m marks, err error) {
	if doc == nil {
		return m, nil
	}
	for _, line := range doc.List {
		text, ok := strings.CutPrefix(line.Text, "//codec:")
		if !ok {
			continue
		}
		if want, ok := strings.CutPrefix(text, "enum"); ok {
			m.words, m.want = append(m.words, "enum"), strings.TrimSpace(want)
			continue
		}
		for word := range strings.FieldsSeq(text) {
			key, value, _ := strings.Cut(word, "=")
			switch {
			case key == "array":
				m.array = value
			case key == "result":
				m.result = value
			case slices.Contains(words, word):
				m.words = append(m.words, word)
			default:
				return m, fmt.Errorf("no mark is called %q", word)
			}
		}
	}
	return m, nil
}

// resolve makes objects of the structs that have tags or marks, and finds out what is written for each.
func (p *schema) resolve() error {
	for _, name := range p.order {
		st, ok := p.types[name].Type.(*ast.StructType)
		if !ok || !tagged(st) && len(p.marks[name].words) == 0 { // without a field it has no tag
			continue
		}
		p.objects[name] = &object{name: name, marks: p.marks[name]}
	}
	for _, o := range p.all() {
		if err := p.resolveFields(o); err != nil {
			return err
		}
	}
	for _, o := range p.all() {
		if err := p.reach(o); err != nil {
			return err
		}
	}
	for _, name := range p.order {
		if p.marks[name].has("enum") && len(p.consts[name]) < 2 {
			return fmt.Errorf("%s: %s: a closed set needs two constants or more", p.fset.Position(p.types[name].Pos()), name)
		}
	}
	for grown := true; grown; {
		grown = false
		for _, o := range p.all() {
			if was := o.encoder; !was && slices.ContainsFunc(o.fields, p.takesEncoder) {
				o.encoder, grown = true, true
			}
		}
	}
	return nil
}

// all returns the objects in the order of their types.
func (p *schema) all() []*object {
	var out []*object
	for _, name := range p.order {
		if o := p.objects[name]; o != nil {
			out = append(out, o)
		}
	}
	return out
}

func tagged(st *ast.StructType) bool {
	return slices.ContainsFunc(st.Fields.List,
		func(f *ast.Field) bool { return f.Tag != nil && strings.HasPrefix(f.Tag.Value, "`wire:") })
}

// resolveFields reads the tags of a struct.
func (p *schema) resolveFields(o *object) error {
	o.root = &group{}
	if err := p.addFields(o, o.name); err != nil {
		return err
	}
	sortMembers(o.root)
	return nil
}

// addFields adds the fields of a struct to an object. Those of a struct that it embeds stand beside its own.
func (p *schema) addFields(o *object, name string) error {
	st, _ := p.types[name].Type.(*ast.StructType)
	for _, f := range st.Fields.List {
		where := p.fset.Position(f.Pos())
		if len(f.Names) == 0 {
			part, isNamed := f.Type.(*ast.Ident)
			if !isNamed || !p.isStruct(part.Name) || f.Tag != nil {
				return fmt.Errorf("%s: %s: what is embedded is a struct declared here, without a tag", where, o.name)
			}
			if err := p.addFields(o, part.Name); err != nil {
				return err
			}
		}
		for _, id := range f.Names {
			fd := &field{object: o, name: id.Name}
			var err error
			if fd.tag, err = parseTag(f.Tag); err == nil {
				err = p.place(o, fd, f.Type)
			}
			if err != nil {
				return fmt.Errorf("%s: %s.%s: %w", where, o.name, id.Name, err)
			}
		}
	}
	return nil
}

func (p *schema) isStruct(name string) bool {
	spec := p.types[name]
	if spec == nil {
		return false
	}
	_, isStruct := spec.Type.(*ast.StructType)
	return isStruct
}

// place puts a field into the group that its name tells.
func (p *schema) place(o *object, f *field, expr ast.Expr) (err error) {
	switch f.tag.name {
	case "-":
		return nil
	case "*":
		o.extra = f
		return nil
	}
	if f.typ, err = p.typeOf(expr); err != nil {
		return err
	}
	if f.tag.as != "" && !p.has("decoder."+f.tag.as, "append"+upper(f.tag.as), f.tag.as+"At", "decoder."+f.tag.as+"At") {
		return fmt.Errorf("no function written by hand is called %s, append%s or %sAt", f.tag.as, upper(f.tag.as), f.tag.as)
	}
	if t := f.typ; t.kind == kindList && f.tag.as == "" && (t.elem.kind == kindScalar || t.elem.kind == kindList) {
		return fmt.Errorf("a list of %s needs functions written by hand: say as=name", t.elem.name)
	}
	o.fields = append(o.fields, f)
	path := strings.Split(f.tag.name, ".")
	g := o.root
	for i, name := range path[:len(path)-1] {
		m := g.find(name)
		if m == nil {
			m = &member{name: name, group: &group{path: path[:i+1]}}
			g.members = append(g.members, m)
		}
		if g = m.group; g == nil {
			return fmt.Errorf("%s is a field and an object", name)
		}
	}
	parts := strings.Split(path[len(path)-1], "+")
	for _, name := range parts {
		if g.find(name) != nil {
			return fmt.Errorf("the name %s is there twice", name)
		}
		g.members = append(g.members, &member{name: name, field: f, part: len(parts) > 1})
	}
	return nil
}

func (g *group) find(name string) *member {
	for _, m := range g.members {
		if m.name == name {
			return m
		}
	}
	return nil
}

// sortMembers sorts by name, as RFC 8785 does plain ASCII.
func sortMembers(g *group) {
	slices.SortFunc(g.members, func(a, b *member) int { return strings.Compare(a.name, b.name) })
	for _, m := range g.members {
		if m.group != nil {
			sortMembers(m.group)
		}
	}
}

// reach notes what an object's marks ask for, of it and of the types of its fields.
func (p *schema) reach(o *object) error {
	m := o.marks
	if m.has("read") || m.has("event") {
		p.spread(o, func(o *object) *bool { return &o.read }, func(*field) bool { return true })
	}
	if m.has("write") || m.has("event") || m.has("arguments") {
		p.spread(o, func(o *object) *bool { return &o.write }, func(*field) bool { return true })
	}
	if m.has("known") {
		p.spread(o, func(o *object) *bool { return &o.known }, func(f *field) bool { return !f.tag.rare })
	}
	if m.has("sections") && slices.ContainsFunc(o.root.members, func(m *member) bool { return m.field == nil || m.part }) {
		return fmt.Errorf("%s: a section is a field of its own", o.name)
	}
	return nil
}

// spread sets a flag of an object and of those that its fields hold.
func (p *schema) spread(o *object, flag func(*object) *bool, with func(*field) bool) {
	if *flag(o) {
		return
	}
	*flag(o) = true
	for _, f := range o.fields {
		if held := f.typ.object(); held != nil && with(f) {
			p.spread(held, flag, with)
		}
	}
}

// takesEncoder reports whether a field is written through an encoder.
func (p *schema) takesEncoder(f *field) bool {
	if f.tag.kept {
		return true
	}
	o := f.typ.object()
	return o != nil && o.encoder
}

// has reports whether one of the functions is written by hand.
func (p *schema) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return p.byHand[name] })
}

// upper and lower change the first letter of a name.
func upper(s string) string { return string(unicode.ToUpper(rune(s[0]))) + s[1:] }
func lower(s string) string { return string(unicode.ToLower(rune(s[0]))) + s[1:] }

// keys returns the sorted keys of a map, for messages.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
