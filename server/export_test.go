package server

import "slices"

// Patterns returns the patterns of all routes but that of the page.
func (s *Server) Patterns() []string {
	return slices.DeleteFunc(slices.Clone(s.patterns), func(p string) bool { return p == files })
}
