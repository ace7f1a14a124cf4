package cli

import (
	"context"
	"net"
	"os"
)

// tellSystemd tells systemd the state of a server that it has started with Type=notify, READY=1 or STOPPING=1, and
// reports whether it did.
func tellSystemd(ctx context.Context, state string) bool {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return false
	}
	conn, err := new(net.Dialer).DialContext(ctx, "unixgram", socket)
	if err != nil {
		return false
	}
	_, err = conn.Write([]byte(state))
	_ = conn.Close()
	return err == nil
}
