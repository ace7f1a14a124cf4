package documents

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// ReadFirst makes the reading of messages in a registry, whoever does it, send questions that the tenant's documents
// fit to them, so that the engine looks there before it asks anyone else. Register the reader before.
func (l *Library) ReadFirst(reg tools.Registry) {
	reader, ok := reg[trip.ToolExtract]
	if !ok {
		return
	}
	read := reader.Run
	reader.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
		result, err := read(ctx, req)
		if err != nil {
			return result, err
		}
		return l.sendToDocuments(ctx, req, result), nil
	}
	reg[trip.ToolExtract] = reader
}

// sendToDocuments says of a reading that it is about documents if it asks something that they fit. A reading that
// cannot be read, and documents that cannot be, change nothing.
func (l *Library) sendToDocuments(ctx context.Context, req tools.Request, result []byte) []byte {
	var args struct {
		UserMessage string `json:"user_message"`
	}
	var doc map[string]json.RawMessage
	if json.Unmarshal(req.Arguments, &args) != nil || json.Unmarshal(result, &doc) != nil || doc == nil {
		return result
	}
	var request map[string]string
	if json.Unmarshal(doc["request"], &request) != nil || request["about"] != "" {
		return result
	}
	asks := request["kind"] == string(trip.KindAssist)
	if !asks && !readNothing(doc) {
		return result
	}
	scope := req.Intent.Scope
	_, isOther := doc["topic"]
	if asks || isOther || !asksSelected(&scope, args.UserMessage) {
		if fits, err := l.fits(ctx, &scope, args.UserMessage, asks); err != nil || !fits {
			return result
		}
	}
	doc["request"] = json.RawMessage(`{"about":"` + string(trip.AboutDocuments) + `","kind":"` + string(trip.KindAssist) + `"}`)
	delete(doc, "unread")
	delete(doc, "topic")
	if out, err := json.Marshal(doc); err == nil {
		return out
	}
	return result
}

// readNothing reports whether a reading could use nothing of the message.
func readNothing(doc map[string]json.RawMessage) bool {
	for _, member := range []string{"trip_intent", "acts", "clears", "questions", "clarifying_questions"} {
		if v := strings.TrimSpace(string(doc[member])); !slices.Contains([]string{"", "null", "{}", "[]"}, v) {
			return false
		}
	}
	return len(doc["unread"]) > 0
}

// fits reports whether one passage has most of what a question asks about: at least two of its words, or the only
// one. What is not known to be a question must have two, or its mark.
func (l *Library) fits(ctx context.Context, scope *trip.Scope, question string, asks bool) (bool, error) {
	ids := scope.DocumentIDs
	if len(ids) == 0 && scope.PropertyID != "" {
		var err error
		if ids, err = l.PropertyDocuments(ctx, scope.Tenant, scope.PropertyID); err != nil {
			return false, err
		}
	}
	terms := askedTerms(question)
	if len(terms) == 0 || len(terms) == 1 && !asks && !strings.Contains(question, "?") {
		return false, nil
	}
	found, err := l.FindPassages(ctx, scope.Tenant, question, ids)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(found, func(p Passage) bool {
		has := map[string]bool{}
		for _, t := range (words{}).Analyze([]byte(p.Text)) {
			has[string(t.Term)] = true
		}
		n := 0
		for _, term := range terms {
			if has[term] {
				n++
			}
		}
		return n >= min(2, len(terms)) && 2*n >= len(terms)
	}), nil
}

// asksSelected reports whether a message that nobody else could use asks something while documents are selected: they
// are read, whatever words stand in them.
func asksSelected(scope *trip.Scope, message string) bool {
	return (len(scope.DocumentIDs) > 0 || scope.PropertyID != "") && strings.Contains(message, "?") &&
		len(askedTerms(message)) > 0
}

// askedTerms are the words of what a question asks about.
func askedTerms(question string) []string {
	return slices.DeleteFunc(distinctWords(question[:min(len(question), maxQueryBytes)], words{}),
		func(term string) bool { return asking[term] })
}

// asking are stems of words by which people ask, and which say nothing of what they ask about.
var asking = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`much many long often far big please pls need needed want wants know find give show see look
		check like let go going may might must shall am hi hello hey ok okay thanks thank again still also just really
		whats who whos hows wheres whens dont doesnt cant kind sort thing things something anything everything there here
		one ones us`) {
		set[stem(w)] = true
	}
	return set
}()
