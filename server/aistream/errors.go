package aistream

import "errors"

// ErrInput is returned for a body that is no chat request, or one that cannot be answered. It says where and why.
var ErrInput = errors.New("aistream: not a chat request")
