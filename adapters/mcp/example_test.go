package mcp_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/adapters/mcp"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
)

func ExampleConnect() {
	// A server of somebody else's, with one tool that changes nothing.
	tides := sdk.NewServer(&sdk.Implementation{Name: "tides"}, nil)
	type place struct {
		City string `json:"city"`
	}
	sdk.AddTool(tides, &sdk.Tool{Name: "high_water", Description: "When the water is high.", Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}},
		func(_ context.Context, _ *sdk.CallToolRequest, in place) (*sdk.CallToolResult, any, error) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: in.City + ": 14:05"}}}, nil, nil
		})
	server := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return tides }, nil))
	defer server.Close()

	ctx := context.Background()
	s, err := mcp.Connect(ctx, server.URL, mcp.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = s.Close() }()

	c, err := catalog.Default().With(s.Tools()...)
	if err != nil {
		fmt.Println(err)
		return
	}
	tool, _ := c.Tool("tides_high_water")
	fmt.Println(tool.Name, tool.Effect, tool.Proposable)

	registry := tools.Registry{}
	s.Register(registry)
	out, err := registry["tides_high_water"].Run(ctx, tools.Request{Arguments: []byte(`{"city":"Lisbon"}`)})
	fmt.Println(string(out), err)
	// Output:
	// tides_high_water read true
	// {"result":"Lisbon: 14:05"} <nil>
}
