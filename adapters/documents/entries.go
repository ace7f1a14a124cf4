package documents

import (
	"cmp"
	"context"
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
	return readDocuments(ctx, r, anyTerm{fieldKind, []string{kindDocument}, 0})
}

func readDocuments(ctx context.Context, r index.IndexReader, q query) ([]Document, error) {
	hits, err := collect(ctx, r, q, MaxDocuments)
	if err != nil {
		return nil, err
	}
	docs := make([]Document, 0, len(hits))
	for _, hit := range hits {
		fields, err := fieldsOf(r, hit.ID)
		if err != nil {
			return nil, err
		}
		d := Document{
			ID:    strings.TrimPrefix(hit.ID, documentKey("")),
			Title: fields[fieldTitle], Path: fields[fieldPath], Property: fields[fieldProperty],
		}
		if d.Bytes, err = strconv.ParseInt(fields[fieldBytes], 10, 64); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if d.Chunks, err = strconv.Atoi(fields[fieldChunks]); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		docs = append(docs, d)
	}
	slices.SortFunc(docs, func(a, b Document) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.ID, b.ID))
	})
	return docs, nil
}

// fieldsOf reads the stored fields of an entry.
func fieldsOf(r index.IndexReader, key string) (map[string]string, error) {
	entry, err := r.Document(key)
	if err != nil || entry == nil {
		return nil, fmt.Errorf("%w: entry %q: %w", ErrDamaged, key, err)
	}
	fields := map[string]string{}
	entry.VisitFields(func(f index.Field) { fields[f.Name()] = string(f.Value()) })
	return fields, nil
}

// byScore sorts the best first; equals are told apart by key, so that the order is stable.
func byScore() search.SortOrder {
	return search.SortOrder{&search.SortScore{Desc: true}, &search.SortDocID{}}
}

// collect returns the best entries that match.
func collect(ctx context.Context, r index.IndexReader, q query, limit int) (search.DocumentMatchCollection, error) {
	s, err := q.searcher(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("documents: search: %w", err)
	}
	top := collector.NewTopNCollector(limit, 0, byScore())
	if err := top.Collect(ctx, s, r); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("documents: search: %w", err)
	}
	return top.Results(), s.Close()
}
