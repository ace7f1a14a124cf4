package documents

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Register adds the three handlers to a registry.
func (l *Library) Register(reg tools.Registry) {
	reg[trip.ToolRetrieveDocs] = tools.Tool{Run: l.retrieveDocs}
	reg[trip.ToolRetrieveChunks] = tools.Tool{Run: l.retrieveChunks}
	reg[trip.ToolResolveDocs] = tools.Tool{Run: l.resolveProperty}
}

type queryArguments struct {
	Query       string                     `json:"query"`
	DocumentIDs []string                   `json:"document_ids"`
	Filters     map[string]json.RawMessage `json:"filters"`
}

// title returns what the title must have. A filter that is not known here is refused: leaving it
// out would find what was not asked for.
func (a *queryArguments) title() (string, error) {
	var title *string
	for name, value := range a.Filters {
		if name != "title" || json.Unmarshal(value, &title) != nil {
			return "", tools.Invalid("retrieve_docs: the only filter is title, a text")
		}
	}
	if title == nil {
		return "", nil
	}
	return strings.TrimSpace(*title), nil
}

type documentOut struct {
	DocumentID string      `json:"document_id"`
	Title      string      `json:"title"`
	Score      json.Number `json:"score"`
}

type chunkOut struct {
	DocumentID string      `json:"document_id"`
	Text       string      `json:"text"`
	Score      json.Number `json:"score"`
}

// retrieveDocs performs retrieve_docs for the tenant of the intent's scope.
func (l *Library) retrieveDocs(ctx context.Context, req tools.Request) ([]byte, error) {
	args, err := readQuery(ctx, req)
	if err != nil {
		return nil, err
	}
	title, err := args.title()
	if err != nil {
		return nil, err
	}
	found, err := l.FindDocuments(ctx, req.Intent.Scope.Tenant, args.Query, title)
	if err != nil {
		return nil, failure(ctx, err)
	}
	out := make([]documentOut, len(found))
	for i, f := range found {
		out[i] = documentOut{f.ID, f.Title, score(f.Score)}
	}
	return json.Marshal(map[string]any{"documents": out})
}

// retrieveChunks performs retrieve_chunks for the tenant of the intent's scope. What the person selected is read: where
// no word of the query stands in it, by its first passages, and the result says so.
func (l *Library) retrieveChunks(ctx context.Context, req tools.Request) ([]byte, error) {
	args, err := readQuery(ctx, req)
	if err != nil {
		return nil, err
	}
	scope := &req.Intent.Scope
	found, err := l.FindPassages(ctx, scope.Tenant, args.Query, args.DocumentIDs)
	isSelected := len(scope.DocumentIDs) > 0 || scope.PropertyID != ""
	out := map[string]any{}
	if err == nil && len(found) == 0 && isSelected {
		found, err = l.FirstPassages(ctx, scope.Tenant, args.DocumentIDs)
		if len(found) > 0 {
			out["matched"] = false
		}
	}
	if err != nil {
		return nil, failure(ctx, err)
	}
	chunks := make([]chunkOut, len(found))
	for i, f := range found {
		chunks[i] = chunkOut{f.DocumentID, f.Text, score(f.Score)}
	}
	out["chunks"] = chunks
	return json.Marshal(out)
}

// resolveProperty performs resolve_property_documents. The tenant of the arguments must be the one
// of the intent's scope: an argument is no proof of who asks.
func (l *Library) resolveProperty(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, err
	}
	args, err := tools.Arguments[struct {
		PropertyID string `json:"property_id"`
		Tenant     string `json:"tenant"`
	}](req)
	switch {
	case err != nil:
		return nil, err
	case strings.TrimSpace(args.PropertyID) == "":
		return nil, tools.Invalid("resolve_property_documents: property_id is empty")
	case args.Tenant != req.Intent.Scope.Tenant:
		return nil, tools.Failure(trip.ClassDenied, "the property is looked up for another tenant")
	}
	ids, err := l.PropertyDocuments(ctx, args.Tenant, args.PropertyID)
	if err != nil {
		return nil, failure(ctx, err)
	}
	if ids == nil {
		ids = []string{}
	}
	return json.Marshal(map[string]any{"document_ids": ids})
}

func readQuery(ctx context.Context, req tools.Request) (queryArguments, error) {
	if err := tools.Ended(ctx); err != nil {
		return queryArguments{}, err
	}
	args, err := tools.Arguments[queryArguments](req)
	switch {
	case err != nil:
		return args, err
	case strings.TrimSpace(args.Query) == "":
		return args, tools.Invalid("%s: query is empty", req.Name)
	case len(args.Query) > maxQueryBytes:
		return args, tools.Invalid("%s: query is longer than %d bytes", req.Name, maxQueryBytes)
	case len(args.DocumentIDs) > maxQueryIDs:
		return args, tools.Invalid("%s: more than %d document_ids", req.Name, maxQueryIDs)
	}
	return args, nil
}

// failure classifies what a library returns: a lock goes away, damage does not.
func failure(ctx context.Context, err error) error {
	if ended := tools.Ended(ctx); ended != nil {
		return ended
	}
	if errors.Is(err, ErrDamaged) {
		return tools.Failure(trip.ClassPermanent, err.Error())
	}
	return tools.Failure(trip.ClassFailed, err.Error())
}

// score is rounded to what is the same on every processor.
func score(s float64) json.Number { return json.Number(strconv.FormatFloat(s, 'f', 3, 64)) }
