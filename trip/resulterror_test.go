package trip

import (
	"strings"
	"testing"
)

func TestResultError(t *testing.T) {
	tests := map[string]struct{ text, code string }{
		`{"error":"boom"}`: {"boom", ""},
		`{"code":"timeout","error":"boom","options":[]}`:         {"boom", "timeout"},
		`{"a":"xxxxxxxxxxxxxxxxxxxxxx","error":" boom"}`:         {" boom", ""},
		`{"\u0065rror":"boom"}`:                                  {"boom", ""},
		`{"error":"  "}`:                                         {"  ", ""},
		`{"error":true}`:                                         {"true", ""},
		`{"error":429}`:                                          {"429", ""},
		`{"error":-0.5e-3}`:                                      {"-0.5e-3", ""},
		`{"error":["boom"]}`:                                     {`["boom"]`, ""},
		`{"error":{"message":"boom"}}`:                           {"boom", ""},
		`{"error":{"code":"denied","message":"boom"}}`:           {"boom", "denied"},
		`{"error":{"code":429,"message":"slow down"}}`:           {"slow down", "429"},
		`{"code":"timeout","error":{"code":1,"message":"boom"}}`: {"boom", "timeout"},
		`{"error":"boom","error_code":"denied"}`:                 {"boom", "denied"},
		`{"error_code":"denied","code":"timeout","error":1}`:     {"1", "timeout"},
		`{"error":{"error_code":"denied","message":"boom"}}`:     {"boom", "denied"},
		`{"error":{"status":503}}`:                               {`{"status":503}`, ""},
		`{"error":{"message":""}}`:                               {`{"message":""}`, ""},
		`{"error":""}`:                                           {},
		`{"error":null}`:                                         {},
		`{"error":false}`:                                        {},
		`{"error":0}`:                                            {},
		`{"error":-0.00E+7}`:                                     {},
		`{"error":{}}`:                                           {},
		`{"error":{ } , "a":1}`:                                  {},
		`{"error":[]}`:                                           {},
		`{"error":[` + "\n" + `]}`:                               {},
		`{"error":tru}`:                                          {},
		`{"error":true,"error":true}`:                            {},
		`{"options":[{"error":"inside"}]}`:                       {},
		`["error"]`:                                              {},
		`"error"`:                                                {},
		``:                                                       {},
	}
	for raw, want := range tests {
		text, code, is := ResultError(Raw(raw))
		if !is {
			text, code = "", ""
		}
		if is != (want.text != "") || text != want.text || code != want.code {
			t.Errorf("ResultError(%s) = %q, %q, %v, want %+v", raw, text, code, is, want)
		}
	}
}

func TestResultRetryable(t *testing.T) {
	for raw, want := range map[string]OptBool{
		`{"error":"boom","retryable":false}`:       False,
		`{"retryable":true,"error":"boom"}`:        True,
		`{"error":"boom"}`:                         Unset,
		`{"error":"boom","retryable":"no"}`:        Unset,
		`{"error":"boom","a":{"retryable":false}}`: Unset,
		`[false]`:                                            Unset,
		`{"error":"boom","permanent":true}`:                  False,
		`{"error":"boom","permanent":false}`:                 Unset,
		`{"permanent":true,"error":"boom","retryable":true}`: True,
		`{"error":{"message":"boom","permanent":true}}`:      False,
		`{"error":"boom","a":{"permanent":true}}`:            Unset,
	} {
		if got := ResultRetryable(Raw(raw)); got != want {
			t.Errorf("ResultRetryable(%s) = %v, want %v", raw, got, want)
		}
	}
}

func TestMayNameErrorFindsItAnywhere(t *testing.T) {
	for length := range 40 {
		for at := range length {
			text := strings.Repeat("x", at) + "rro" + strings.Repeat("x", length-at)
			if !mayNameError(text) {
				t.Errorf("missed %q", text)
			}
			single := strings.Replace(text, "rro", "rr-", 1)
			if mayNameError(single) {
				t.Errorf("found it in %q", single)
			}
		}
	}
}
