package canary

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/server/mcpserver"
)

// throughMCP lets an agent on the other side of the MCP server go on with the trip and look at it,
// and returns all that it is told.
func (s *session) throughMCP(t *testing.T) string {
	t.Helper()
	server := mcpserver.New(s.r, mcpserver.Options{Logger: slog.New(slog.NewJSONHandler(&s.log, nil))})
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { ended <- server.Serve(ctx, fromClient, toClient) }()
	agent := sdk.NewClient(&sdk.Implementation{Name: "agent", Version: "1"}, nil)
	c, err := agent.Connect(ctx, &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	for _, call := range []*sdk.CallToolParams{
		{Name: "get_trip", Arguments: map[string]any{"trip_id": "t1"}},
		{Name: "send_message", Arguments: map[string]any{"trip_id": "t1", "text": "try again"}},
		{Name: "request_hold", Arguments: map[string]any{"trip_id": "t1"}},
		{Name: "replay", Arguments: map[string]any{"trip_id": "t1"}},
		{Name: "get_trip", Arguments: map[string]any{"trip_id": "t1"}},
	} {
		res, err := c.CallTool(ctx, call)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		told += fmt.Sprintf("%s\n", raw)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	cancel()
	<-ended // it says no more than that the agent is gone
	return told
}
