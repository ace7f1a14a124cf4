package documents

import (
	"context"

	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"
)

// query makes what finds the entries that are asked for. bleve's own query package would do, and would bring a query
// language with its parser, every analyzer and the geographic searches into the binary.
type query func(ctx context.Context, r index.IndexReader) (search.Searcher, error)

// anyTerm matches entries in which the field has one of the terms. A boost of 0 selects without
// changing the score.
func anyTerm(field string, terms []string, boost float64) query {
	parts := make([]query, len(terms))
	for i, t := range terms {
		parts[i] = func(ctx context.Context, r index.IndexReader) (search.Searcher, error) {
			return searcher.NewTermSearcher(ctx, r, t, field, boost, search.SearcherOptions{})
		}
	}
	return anyOf(parts...)
}

// anyOf matches entries that one of the queries matches.
func anyOf(parts ...query) query {
	return joined(parts, func(
		ctx context.Context, r index.IndexReader, found []search.Searcher, o search.SearcherOptions,
	) (search.Searcher, error) {
		return searcher.NewDisjunctionSearcher(ctx, r, found, 1, o)
	})
}

// allOf matches entries that all of the queries match.
func allOf(parts ...query) query { return joined(parts, searcher.NewConjunctionSearcher) }

// joined makes one query of several.
func joined(parts []query, join func(
	context.Context, index.IndexReader, []search.Searcher, search.SearcherOptions,
) (search.Searcher, error),
) query {
	return func(ctx context.Context, r index.IndexReader) (whole search.Searcher, err error) {
		found := make([]search.Searcher, len(parts))
		for i := 0; i < len(parts) && err == nil; i++ {
			found[i], err = parts[i](ctx, r)
		}
		if err == nil {
			whole, err = join(ctx, r, found, search.SearcherOptions{})
		}
		if err == nil {
			return whole, nil
		}
		for _, s := range found { // their own errors say nothing new
			if s != nil {
				_ = s.Close()
			}
		}
		return nil, err
	}
}
