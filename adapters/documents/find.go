package documents

import (
	"context"
	"fmt"
	"slices"
	"strings"

	index "github.com/blevesearch/bleve_index_api"
)

// titleBoost is how much more a word in the title counts than one in the text.
const titleBoost = 1.5

// Found is a document that matches a query.
type Found struct {
	ID    string
	Title string
	Score float64 // higher is better; comparable within one answer only
}

// Passage is a part of a document that matches a query.
type Passage struct {
	DocumentID string
	Text       string
	Score      float64
}

// FindDocuments returns the tenant's documents that have words of the query, and a text in their titles, whatever its
// letter case: the best first, at most MaxFoundDocuments. A document is as good as its best passage.
//
//   - Errors: ErrName, ErrLocked, ErrDamaged, or the context's.
func (l *Library) FindDocuments(ctx context.Context, tenant, text, title string) (found []Found, err error) {
	title = strings.ToLower(title)
	err = l.search(ctx, tenant, wordsQuery(text), maxCandidates, func(e entry) (more bool) {
		id := e.fields[fieldDoc]
		isFound := slices.ContainsFunc(found, func(f Found) bool { return f.ID == id })
		if !isFound && strings.Contains(strings.ToLower(e.fields[fieldTitle]), title) {
			found = append(found, Found{ID: id, Title: e.fields[fieldTitle], Score: e.score})
		}
		return len(found) < MaxFoundDocuments
	})
	return found, err
}

// FindPassages returns the passages with words of the query, the best first, at most MaxFoundChunks.
// With nil ids it looks in all documents of the tenant, else only in those that are named; an id
// that the tenant does not have names nothing.
//
//   - Errors: ErrName, ErrLocked, ErrDamaged, or the context's.
func (l *Library) FindPassages(ctx context.Context, tenant, text string, ids []string) (found []Passage, err error) {
	q := wordsQuery(text)
	switch {
	case q == nil || ids == nil:
	case len(ids) == 0:
		q = nil
	default:
		q = allOf(q, anyTerm(fieldDoc, ids[:min(len(ids), maxQueryIDs)], 0))
	}
	err = l.search(ctx, tenant, q, MaxFoundChunks, func(e entry) (more bool) {
		found = append(found, Passage{DocumentID: e.fields[fieldDoc], Text: e.fields[fieldText], Score: e.score})
		return true
	})
	return found, err
}

// search hands the tenant's entries that match a query to take, as collect does. A nil query matches none.
func (l *Library) search(ctx context.Context, tenant string, q query, limit int, take func(entry) (more bool)) error {
	if err := checkName(tenant); err != nil || q == nil {
		return err
	}
	return l.shelf(tenant).read(func(r index.IndexReader) error { return collect(ctx, r, q, limit, take) })
}

// FirstPassages returns how documents of the tenant begin: the first passages of each that is named, at most
// MaxFoundChunks, those of one document one behind the other. Of many documents each has fewer.
//
//   - Errors: ErrName, ErrLocked, ErrDamaged, or the context's.
func (l *Library) FirstPassages(ctx context.Context, tenant string, ids []string) (found []Passage, err error) {
	if err := checkName(tenant); err != nil {
		return nil, err
	}
	ids = ids[:min(len(ids), MaxFoundChunks)]
	err = l.shelf(tenant).read(func(r index.IndexReader) error {
		for _, id := range ids {
			for n := range max(MaxFoundChunks/len(ids), 1) {
				if err := ctx.Err(); err != nil {
					return err
				}
				entry, err := r.Document(chunkKey(id, n))
				if err != nil {
					return fmt.Errorf("%w: %w", ErrDamaged, err)
				}
				if entry == nil {
					break
				}
				entry.VisitFields(func(f index.Field) {
					if f.Name() == fieldText {
						found = append(found, Passage{DocumentID: id, Text: string(f.Value())})
					}
				})
			}
		}
		return nil
	})
	return found, err
}

// PropertyDocuments returns the ids of the tenant's documents of a property, sorted by path.
//
//   - Errors: ErrName, ErrLocked, ErrDamaged, or the context's.
func (l *Library) PropertyDocuments(ctx context.Context, tenant, property string) (ids []string, err error) {
	if err := checkName(tenant, property); err != nil {
		return nil, err
	}
	if property == "" {
		return nil, nil
	}
	err = l.shelf(tenant).read(func(r index.IndexReader) error {
		docs, err := readDocuments(ctx, r, anyTerm(fieldProperty, []string{property}, 0))
		for _, d := range docs {
			ids = append(ids, d.ID)
		}
		return err
	})
	return ids, err
}

// wordsQuery asks for any word of a text in a passage or its title; nil when the text has no words.
// Without any but the commonest words those are asked for.
func wordsQuery(text string) query {
	text = text[:min(len(text), maxQueryBytes)]
	terms := distinctWords(text, words{})
	if len(terms) == 0 {
		terms = distinctWords(text, words{all: true})
	}
	if len(terms) == 0 {
		return nil
	}
	return anyOf(anyTerm(fieldText, terms, 1), anyTerm(fieldTitle, terms, titleBoost))
}

func distinctWords(text string, w words) []string {
	var terms []string
	for _, t := range w.Analyze([]byte(text)) {
		if term := string(t.Term); !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
		if len(terms) == maxQueryWords {
			break
		}
	}
	return terms
}
