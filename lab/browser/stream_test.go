package browser

import (
	"encoding/json"
	"testing"
)

// fake puts a stream of the test's own in the place of the server's, and opens its trip.
func (p *tab) fake(url string) {
	p.t.Helper()
	p.open(url)
	p.do(`
		const real = fetch.bind(window);
		const json = (doc, status) => new Response(JSON.stringify(doc), {status, headers: {"Content-Type": "application/json"}});
		const made = await (await real("/v1/trips", {method: "POST", body: "{}"})).json();
		const intent = await (await real("/v1/trips/" + made.trip_id)).json();
		window.posted = [];
		window.fetch = async (path, options) => {
			if (path.endsWith("fake/updates")) return new Response(new ReadableStream({start(c) { window.push = (t) => c.enqueue(new TextEncoder().encode(t)); }}));
			if (path.endsWith("fake/events")) { window.posted.push(JSON.parse(options.body)); return json({queued: true}, 202); }
			if (path.includes("fake")) return json(intent, 200);
			return real(path, options);
		};
		location.hash = "#/trip/fake";`)
	p.wait("window.push")
}

// told sends an update of the log, or one that has no place in it.
func (p *tab) told(name string, doc map[string]any) {
	p.t.Helper()
	text, err := json.Marshal(doc)
	if err != nil {
		p.t.Fatal(err)
	}
	message := "event: " + name + "\ndata: " + string(text) + "\n\n"
	if seq, ok := doc["seq"]; ok {
		id, _ := json.Marshal(seq)
		message = "id: " + string(id) + "\ndata: " + string(text) + "\n\n"
	}
	p.do("push(" + quoted(message) + ")")
}

func update(seq int, ended bool, event, decision map[string]any) map[string]any {
	for name, value := range map[string]any{"status": map[string]any{"phase": "assist", "state": "working"}, "tool_calls": []any{}, "ui": []any{}} {
		if _, ok := decision[name]; !ok {
			decision[name] = value
		}
	}
	event["id"] = "e" + string(rune('0'+seq))
	return map[string]any{
		"seq": seq, "turn": 1, "at": "2026-03-01T09:00:0" + string(rune('0'+seq)) + "Z",
		"event": event, "decision": decision, "turn_ended": ended,
	}
}

type object = map[string]any

// TestStreaming shows the words of an answer as they come, in their place the answer, and markup as text. A step that
// was proposed is shown with all that it would be done with, and approved by its button.
func TestStreaming(t *testing.T) {
	s := serve(t)
	p := newTab(browserOf(t), t)
	p.fake(s.url())
	p.told("", update(1, false, object{"type": "USER_MESSAGE", "data": object{"text": `Who is <img src=x onerror="alert(1)">?`}},
		object{"tool_calls": []any{object{"call_id": "c1", "name": "assistant_step", "arguments": object{}}}}))
	p.see(`<img src=x onerror="alert(1)">?`)
	p.see("Thinking…")
	p.told("progress", object{"call_id": "c1", "name": "assistant_step", "delta": "It is "})
	p.wait(`document.querySelector(".streaming")?.innerText.trim() === "It is"`)
	p.told("progress", object{"call_id": "c1", "name": "assistant_step", "delta": "a <b>picture</b>"})
	p.wait(`document.querySelector(".streaming")?.innerText.trim() === "It is a <b>picture</b>"`)
	p.picture("story-streaming")
	ask := object{
		"kind": "approve", "id": "a1", "about": []any{"turn.waiting"}, "text": "Shall I?", "key": "approve.calls",
		"choices": []any{object{"id": "approve", "label": "Approve"}, object{"id": "no", "label": "No"}},
	}
	p.told("", update(2, true, object{"type": "TOOL_RESULT", "data": object{"call_id": "c1", "tool_name": "assistant_step", "result": object{}}}, object{
		"ask": ask,
		"ui": []any{object{"key": "text", "text": "It is a <b>picture</b>."}, object{"key": "approve.calls", "text": "…", "params": object{
			"calls": []any{object{"tool": "send_mail", "arguments": []any{object{"name": "to", "value": "bob@example.com"}}}},
		}}},
	}))
	p.see("It is a <b>picture</b>.")
	p.see("bob@example.com")
	if n := p.count(".streaming, .message img, .bubble img, .message b"); n != 0 {
		t.Errorf("%d elements came out of texts, or are left of the stream", n)
	}
	p.picture("story-approval")
	p.press("Approve")
	p.wait("posted.length === 1")
	got := eval[string](p, "JSON.stringify(posted[0])")
	if want := `{"type":"USER_ANSWERED","data":{"ask_id":"a1","choice_id":"approve"}}`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}
