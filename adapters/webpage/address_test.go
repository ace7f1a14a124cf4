package webpage

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/legwork-go/legwork/trip"
)

// names is a DNS server on this machine. Each name has the addresses that it resolves to, one query after the other;
// the last one stays.
type names struct {
	mu      sync.Mutex
	answers map[string][]string
	asked   map[string]int
}

// resolver serves the names until the test ends.
func (n *names) resolver(t *testing.T) *net.Resolver {
	t.Helper()
	n.asked = map[string]int{}
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			size, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if out := n.answer(buf[:size]); out != nil {
				_, _ = conn.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func (n *names) answer(query []byte) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	m.Response, m.Additionals = true, nil
	n.mu.Lock()
	defer n.mu.Unlock()
	name := strings.TrimSuffix(q.Name.String(), ".")
	list := n.answers[name]
	if len(list) == 0 {
		m.RCode = dnsmessage.RCodeNameError
	}
	if len(list) > 0 && q.Type == dnsmessage.TypeA {
		n.asked[name]++
		if addr := netip.MustParseAddr(list[0]); addr.Is4() {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET}, Body: &dnsmessage.AResource{A: addr.As4()},
			})
		}
		if len(list) > 1 {
			n.answers[name] = list[1:]
		}
	}
	if len(list) > 0 && q.Type == dnsmessage.TypeAAAA {
		if addr := netip.MustParseAddr(list[0]); addr.Is6() {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET}, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()},
			})
		}
	}
	out, err := m.Pack()
	if err != nil {
		return nil
	}
	return out
}

// TestOnlyThePublicWeb: the check sees what a name resolves to, so a name for this machine, for its network or for
// the metadata of a cloud is refused as well.
func TestOnlyThePublicWeb(t *testing.T) {
	s := serve(t)
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	dns := &names{answers: map[string][]string{
		"loop.test": {"127.0.0.1"}, "lan.test": {"10.0.0.7"}, "meta.test": {"169.254.169.254"}, "zero.test": {"0.0.0.0"}, "six.test": {"::1"},
		"mapped.test": {"::ffff:127.0.0.1"}, "nat.test": {"64:ff9b::7f00:1"}, "local.test": {"fe80::1"}, "unique.test": {"fd00:ec2::254"},
	}}
	r := newReader(checkPublic, dns.resolver(t))
	hosts := []string{
		"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "[::]", "169.254.169.254", "10.1.2.3", "[fe80::1]",
	}
	for name := range dns.answers {
		hosts = append(hosts, name+".") // the dot: no other domain is tried
	}
	for _, host := range hosts {
		_, err := read(t, r, "http://"+host+port+"/article")
		wantClass(t, trip.ClassDenied, err)
	}
}

// TestARedirectIsCheckedToo: the first connection is let through, the second is held against the rule.
func TestARedirectIsCheckedToo(t *testing.T) {
	inside := serve(t)
	outside := httptest.NewServer(http.RedirectHandler(inside.URL+"/article", http.StatusFound))
	t.Cleanup(outside.Close)
	public := outside.Listener.Addr().String()
	_, err := read(t, newReader(func(network, address string, c syscall.RawConn) error {
		if address == public {
			return nil
		}
		return checkPublic(network, address, c)
	}, nil), outside.URL)
	wantClass(t, trip.ClassDenied, err)
}

// TestANameThatChanges: what is dialled is what was checked. A name that leads inside the second time it is asked for
// is asked for once a connection, and the second connection is refused.
func TestANameThatChanges(t *testing.T) {
	reached := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached++
		http.Redirect(w, r, "/again", http.StatusFound)
	}))
	t.Cleanup(s.Close)
	dns := &names{answers: map[string][]string{"rebind.test": {"127.0.0.1", "169.254.169.254"}}}
	var dialled []string
	r := newReader(func(network, address string, c syscall.RawConn) error {
		dialled = append(dialled, address)
		if address == s.Listener.Addr().String() { // as if it were public
			return nil
		}
		return checkPublic(network, address, c)
	}, dns.resolver(t))
	_, port, err := net.SplitHostPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_, err = read(t, r, "http://rebind.test.:"+port+"/")
	wantClass(t, trip.ClassDenied, err)
	if want := []string{"127.0.0.1:" + port, "169.254.169.254:" + port}; reached != 1 || strings.Join(dialled, " ") != strings.Join(want, " ") {
		t.Errorf("dialled %v, reached %d times", dialled, reached)
	}
	dns.mu.Lock()
	defer dns.mu.Unlock()
	if dns.asked["rebind.test"] != 2 {
		t.Errorf("asked %d times for two connections", dns.asked["rebind.test"])
	}
}
