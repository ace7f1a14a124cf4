// Package documents keeps a traveller's own documents (booking terms, insurance, visa letters) and
// finds passages in them: the tools retrieve_docs, retrieve_chunks and resolve_property_documents,
// over full-text indexes of bleve.
//
//	retrieve_docs               {query, filters?{title}} → {documents:[{document_id, title, score}]}
//	retrieve_chunks             {query, document_ids?} → {chunks:[{document_id, text, score}]}
//	resolve_property_documents  {property_id, tenant} → {document_ids[]}
//
// # Basics
//
//	lib := documents.Open("docs.index")          // touches nothing yet
//	id, err := lib.Add(ctx, "acme", "villa-7", "terms.pdf")
//	lib.Register(reg)                            // the three handlers
//
// Text files, Markdown and the text of PDFs are cut into passages of about [ChunkChars] characters
// along paragraphs, each repeating the end of the one before. Words are folded to lower case without
// diacritics and stemmed as English; Han and kana characters are words of their own. A query is
// plain words: it has no operators, so nothing in it can mean more than a word.
//
// A document id is the UUIDv5 of tenant, path and content. The same file added twice is one
// document; a changed file replaces what its path held before.
//
// # Tenants
//
// Each tenant has an index of its own in a folder named by a digest of the tenant, and the folder
// says whose it is. A search opens the one index of the tenant that stands in the intent's scope and
// no other, so no query and no document id can reach another tenant. Ids of other tenants are
// simply not there: the answer is empty, not an error, and tells nothing.
//
// # Caveats
//
// An index is opened for each operation and closed after it (under a millisecond), so that `docs
// add` works while a server runs; while one process adds to a tenant, others wait up to a second
// and then fail with [ErrLocked].
//
// Scanned pages have no text, and fonts without a usable character map give none that can be trusted:
// both are [ErrNoText].
//
// # Files of strangers
//
// A document is untrusted: files, text, pages and passages have limits, and at most two documents are
// added at once. PDFs are read by PDFium as a WebAssembly module without files, network and
// environment, in a memory of its own of at most 256 MB and for at most 20 seconds; a new module for
// each file. Whatever a file does to it, the process gets an error.
//
// The module is compiled at the first PDF of the process, which takes seconds and about 400 MB of
// memory, unless [Library.SetPDFCache] names a folder where an earlier process left the code. Where
// it cannot be compiled (processors other than amd64 and arm64) it is interpreted, fifteen times slower.
package documents
