package trip

// Some returns an integer that is present.
func Some(v int64) OptInt { return OptInt{Value: v, Set: true} }

// SomeBool returns a boolean that is present.
func SomeBool(v bool) OptBool {
	if v {
		return True
	}
	return False
}

// IsSet reports whether the boolean is present.
func (o OptBool) IsSet() bool { return o != Unset }
