//go:build !unix

package mcp_test

import "errors"

var errNotHere = errors.New("only on Unix")

func stubborn(bool) error { return errNotHere }

func linger() error { return errNotHere }
