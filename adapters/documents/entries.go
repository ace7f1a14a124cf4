package documents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/collector"
	index "github.com/blevesearch/bleve_index_api"
)

// The fields of the entries. A document has kind, title, path, property, bytes and chunks; a
// passage has doc, title and text.
const (
	fieldKind     = "kind"
	fieldTitle    = "title"
	fieldPath     = "path"
	fieldProperty = "property"
	fieldBytes    = "bytes"
	fieldChunks   = "chunks"
	fieldDoc      = "doc"
	fieldText     = "text"

	kindDocument = "document"
)

// enter adds the entries of a document to a batch.
func enter(b *index.Batch, d Document, passages []string) {
	entry := document.NewDocument(documentKey(d.ID))
	entry.AddField(exact(fieldKind, kindDocument))
	entry.AddField(exact(fieldProperty, d.Property))
	entry.AddField(stored(fieldTitle, d.Title))
	entry.AddField(stored(fieldPath, d.Path))
	entry.AddField(stored(fieldBytes, strconv.FormatInt(d.Bytes, 10)))
	entry.AddField(stored(fieldChunks, strconv.Itoa(d.Chunks)))
	b.Update(entry)
	for n, passage := range passages {
		entry := document.NewDocument(chunkKey(d.ID, n))
		entry.AddField(exact(fieldDoc, d.ID))
		entry.AddField(searchable(fieldTitle, d.Title))
		entry.AddField(searchable(fieldText, passage))
		b.Update(entry)
	}
}

// erase adds the removal of a document's entries to a batch.
func erase(b *index.Batch, d Document) {
	b.Delete(documentKey(d.ID))
	for n := range d.Chunks {
		b.Delete(chunkKey(d.ID, n))
	}
}

func exact(name, value string) document.Field {
	return document.NewTextFieldCustom(name, nil, []byte(value), index.IndexField|index.StoreField, nil)
}

func stored(name, value string) document.Field {
	return document.NewTextFieldCustom(name, nil, []byte(value), index.StoreField, nil)
}

func searchable(name, value string) document.Field {
	return document.NewTextFieldCustom(name, nil, []byte(value), index.IndexField|index.StoreField, words{})
}

// allDocuments reads every document's entry, sorted by path.
func allDocuments(ctx context.Context, r index.IndexReader) ([]Document, error) {
	return readDocuments(ctx, r, anyTerm(fieldKind, []string{kindDocument}, 0))
}

func readDocuments(ctx context.Context, r index.IndexReader, q query) ([]Document, error) {
	docs := []Document{}
	var bad error
	err := collect(ctx, r, q, MaxDocuments, func(e entry) (more bool) {
		d := Document{
			ID:    strings.TrimPrefix(e.key, documentKey("")),
			Title: e.fields[fieldTitle], Path: e.fields[fieldPath], Property: e.fields[fieldProperty],
		}
		if d.Bytes, bad = strconv.ParseInt(e.fields[fieldBytes], 10, 64); bad == nil {
			d.Chunks, bad = strconv.Atoi(e.fields[fieldChunks])
		}
		docs = append(docs, d)
		return bad == nil
	})
	switch {
	case err != nil:
		return nil, err
	case bad != nil:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, bad)
	}
	slices.SortFunc(docs, func(a, b Document) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.ID, b.ID))
	})
	return docs, nil
}

// entry is an entry that matches a query.
type entry struct {
	key    string
	score  float64
	fields map[string]string // that are stored
}

// byScore sorts the best first; equals are told apart by key, so that the order is stable.
func byScore() search.SortOrder {
	return search.SortOrder{&search.SortScore{Desc: true}, &search.SortDocID{}}
}

// collect hands the best entries that match to take, the best first, as long as that wants more.
func collect(ctx context.Context, r index.IndexReader, q query, limit int, take func(entry) (more bool)) error {
	s, err := q(ctx, r)
	if err != nil {
		return fmt.Errorf("documents: search: %w", err)
	}
	top := collector.NewTopNCollector(limit, 0, byScore())
	if err := errors.Join(top.Collect(ctx, s, r), s.Close()); err != nil {
		return fmt.Errorf("documents: search: %w", err)
	}
	for _, hit := range top.Results() {
		kept, err := r.Document(hit.ID)
		if err != nil || kept == nil {
			return fmt.Errorf("%w: entry %q: %w", ErrDamaged, hit.ID, err)
		}
		e := entry{key: hit.ID, score: hit.Score, fields: map[string]string{}}
		kept.VisitFields(func(f index.Field) { e.fields[f.Name()] = string(f.Value()) })
		if !take(e) {
			break
		}
	}
	return nil
}
