package mcpserver_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/mcpserver"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/tools/followup"
	"github.com/legwork-go/legwork/trip"
)

func ExampleServer_Handler() {
	ctx := context.Background()
	r, err := runner.New(runner.Config{
		Store: mem.New(mem.Options{}),
		Tools: tools.Registry{trip.ToolExtract: extract.New(), trip.ToolFollowup: followup.New()},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	web := httptest.NewServer(mcpserver.New(r, mcpserver.Options{}).Handler(""))
	defer web.Close()

	// Another agent, with any MCP client.
	session, err := sdk.NewClient(&sdk.Implementation{Name: "another agent"}, nil).
		Connect(ctx, &sdk.StreamableClientTransport{Endpoint: web.URL}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = session.Close() }()
	res, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "send_message", Arguments: map[string]any{"text": "A flight to Rome"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, _ := res.StructuredContent.(map[string]any)
	fmt.Println(answer["phase"], answer["messages"])
	// Output: intake [To Rome (IT). Where are you travelling from, when would you like to leave, and how many adults are travelling?]
}
