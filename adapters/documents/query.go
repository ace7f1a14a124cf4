package documents

import (
	"context"

	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"
)

// query is what entries are asked for. bleve's own query package would do, and would bring a query
// language with its parser, every analyzer and the geographic searches into the binary.
type query interface {
	searcher(ctx context.Context, r index.IndexReader) (search.Searcher, error)
}

// anyTerm matches entries in which the field has one of the terms. A boost of 0 selects without
// changing the score.
type anyTerm struct {
	field string
	terms []string
	boost float64
}

func (q anyTerm) searcher(ctx context.Context, r index.IndexReader) (search.Searcher, error) {
	parts := make([]search.Searcher, 0, len(q.terms))
	for _, t := range q.terms {
		s, err := searcher.NewTermSearcher(ctx, r, t, q.field, q.boost, search.SearcherOptions{})
		if err != nil {
			closeAll(parts)
			return nil, err
		}
		parts = append(parts, s)
	}
	return disjunction(ctx, r, parts)
}

// either matches entries that one of the two matches.
type either [2]query

func (q either) searcher(ctx context.Context, r index.IndexReader) (search.Searcher, error) {
	parts, err := searchers(ctx, r, q)
	if err != nil {
		return nil, err
	}
	return disjunction(ctx, r, parts)
}

// both matches entries that both match.
type both [2]query

func (q both) searcher(ctx context.Context, r index.IndexReader) (search.Searcher, error) {
	parts, err := searchers(ctx, r, q)
	if err != nil {
		return nil, err
	}
	s, err := searcher.NewConjunctionSearcher(ctx, r, parts, search.SearcherOptions{})
	if err != nil {
		closeAll(parts)
		return nil, err
	}
	return s, nil
}

func searchers(ctx context.Context, r index.IndexReader, pair [2]query) ([]search.Searcher, error) {
	first, err := pair[0].searcher(ctx, r)
	if err != nil {
		return nil, err
	}
	second, err := pair[1].searcher(ctx, r)
	if err != nil {
		closeAll([]search.Searcher{first})
		return nil, err
	}
	return []search.Searcher{first, second}, nil
}

func disjunction(ctx context.Context, r index.IndexReader, parts []search.Searcher) (search.Searcher, error) {
	s, err := searcher.NewDisjunctionSearcher(ctx, r, parts, 1, search.SearcherOptions{})
	if err != nil {
		closeAll(parts)
		return nil, err
	}
	return s, nil
}

// closeAll gives up searchers after another error; their own say nothing new.
func closeAll(parts []search.Searcher) {
	for _, s := range parts {
		_ = s.Close()
	}
}
