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

const (
	pdfTime  = 20 * time.Second
	pdfPages = 2000
	// pdfStreamBytes bounds what the streams of a PDF may unpack to, before they are interpreted.
	pdfStreamBytes = 64 << 20
	lockTimeout    = "1s"
)
