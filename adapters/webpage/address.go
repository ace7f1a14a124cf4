package webpage

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
)

// errAddress is returned for an address that is not of the public internet.
var errAddress = errors.New("webpage: the address is not public")

// dialCheck is asked before each connection, with the address that the name was resolved to.
type dialCheck func(network, address string, c syscall.RawConn) error

// reserved are the ranges that are global by their form and yet lead to no public host, or to one that is written
// inside the address (NAT64, 6to4, Teredo, SIIT), and the one address with which a cloud answers its own machines.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("168.63.129.16/32"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"),
	netip.MustParsePrefix("::ffff:0:0:0/96"),
	netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"),
	netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("3fff::/20"),
	netip.MustParsePrefix("5f00::/16"),
	netip.MustParsePrefix("fec0::/10"),
}

// checkPublic refuses a connection to anything but a public address.
func checkPublic(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w", errAddress, err)
	}
	if !public(to.Addr()) {
		return fmt.Errorf("%w: %s", errAddress, to.Addr())
	}
	return nil
}

func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return a.IsGlobalUnicast() && !a.IsPrivate() &&
		!slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(a) })
}

// checkURL refuses what is no address of a page. A name and a password in it would be sent to a stranger.
func checkURL(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("want an address that begins with http:// or https://")
	case u.Hostname() == "":
		return errors.New("it names no host")
	case isOddNumber(u.Hostname()):
		return errors.New("its host is a number in an odd form")
	case u.User != nil:
		return errors.New("it has a user name in it")
	case len(u.String()) > maxURLBytes:
		return fmt.Errorf("it is longer than %d bytes", maxURLBytes)
	}
	return nil
}

// isOddNumber reports whether a host is an address to some and a name to others: 2130706433, 127.1, 0x7f.0.0.1. What
// ends in a number is no name of the public web.
func isOddNumber(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return false
	}
	host = strings.TrimSuffix(host, ".")
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// checkRedirect holds the address that a page sends to against the same rules.
func checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fmt.Errorf("webpage: more than %d redirects", maxRedirects)
	}
	if err := checkURL(req.URL); err != nil {
		return fmt.Errorf("%w: a redirect: %w", errAddress, err)
	}
	return nil
}
