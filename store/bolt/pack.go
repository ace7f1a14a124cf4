package bolt

import "errors"

// pack appends a snapshot as it is stored.
func pack(dst, snapshot []byte) []byte {
	return append(append(dst, 0), snapshot...)
}

// unpack undoes pack.
func unpack(body []byte) ([]byte, error) {
	if len(body) == 0 || body[0] != 0 {
		return nil, errors.New("unknown packing")
	}
	return clone(body[1:]), nil
}
