package documents

import "time"

// Limits of what is kept.
const (
	MaxFileBytes  = 16 << 20
	MaxTextBytes  = 4 << 20 // of one document's text
	MaxDocuments  = 10_000  // of one tenant
	ChunkChars    = 900     // a passage ends at the first paragraph after so many characters
	maxChunkChars = 1200    // and never later than here
	overlapChars  = 200     // what a passage repeats of the one before
	maxChunks     = 8192    // of one document
	maxNameBytes  = 512     // a tenant, a property
	maxTitleChars = 120
	maxTitleBytes = 4096 // of what a file calls its title; the rest is not looked at
)

// Limits of what is answered.
const (
	MaxFoundDocuments = 8
	MaxFoundChunks    = 8
	maxQueryBytes     = 2000
	maxQueryWords     = 64
	maxQueryIDs       = 500
	maxCandidates     = 256 // passages that a search for documents looks at
)

// Limits of the work.
const (
	maxAdded       = 2 // documents that are read and indexed at once, in the whole process
	pdfTime        = 20 * time.Second
	pdfPages       = 2000
	pdfMemoryBytes = 256 << 20 // of the sandbox of one PDF
	compileWorkers = 2
	lockTimeout    = "1s"
)
