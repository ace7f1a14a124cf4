// Package stutter repeats itself.
package stutter

type StutterConfig struct{} // want "stutter.StutterConfig stutters"

type Stutter struct{}

type Stuttering struct{}

func StutterAllowed() {}

func StutterNow() {} // want "stutter.StutterNow stutters"
