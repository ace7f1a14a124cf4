package trip

// Some returns an integer that is present.
func Some(v int64) OptInt { return OptInt{Value: v, Set: true} }

// Or returns the integer, or the default when it is absent.
func (o OptInt) Or(absent int64) int64 {
	if o.Set {
		return o.Value
	}
	return absent
}

// SomeBool returns a boolean that is present.
func SomeBool(v bool) OptBool {
	if v {
		return True
	}
	return False
}

// IsSet reports whether the boolean is present.
func (o OptBool) IsSet() bool { return o != Unset }

// Bool returns the boolean; false when it is absent.
func (o OptBool) Bool() bool { return o == True }

// Or returns the boolean, or the default when it is absent.
func (o OptBool) Or(absent bool) bool {
	if o == Unset {
		return absent
	}
	return o == True
}
