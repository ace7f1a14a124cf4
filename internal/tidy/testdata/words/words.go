// Package words uses words that say nothing.
package words

import strutil "strings"

import util "strings" // want "name .util. holds the word .util."

type sessionManager struct{} // want "name .sessionManager. holds the word .manager."

type transaction struct{ utility, manage int }

func HTTPHelper(commandLine string) { // want "name .HTTPHelper. holds the word .helper." "name .commandLine. holds the word .command."
	nextAction := 1              // want "name .nextAction. holds the word .action."
	for _, common := range "a" { // want "name .common. holds the word .common."
		_ = common
	}
	_, _ = nextAction, commandLine
	_, _ = strutil.ToLower, util.ToLower
	_, _ = sessionManager{}, transaction{}
}

const mostTrips = 3 // want "name .mostTrips. holds the word .most.: say max"

func parse_helpers() {} // want "name .parse_helpers. holds the word .helpers."
