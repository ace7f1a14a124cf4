package bolt

import "slices"

// changes is the set of keys that changed since it was made; records that were added to the streams are not in it.
type changes struct {
	byBucket map[string]map[string]struct{}
}

func newChanges() *changes { return &changes{byBucket: map[string]map[string]struct{}{}} }

// note adds a key; without a set it does nothing.
func (c *changes) note(bucket, key []byte) {
	if c == nil {
		return
	}
	keys := c.byBucket[string(bucket)]
	if keys == nil {
		keys = map[string]struct{}{}
		c.byBucket[string(bucket)] = keys
	}
	keys[string(key)] = struct{}{}
}

// keys returns the changed keys of a bucket in order.
func (c *changes) keys(bucket []byte) []string {
	keys := make([]string, 0, len(c.byBucket[string(bucket)]))
	for key := range c.byBucket[string(bucket)] {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (c *changes) count() int {
	n := 0
	for _, keys := range c.byBucket {
		n += len(keys)
	}
	return n
}
