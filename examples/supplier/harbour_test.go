package supplier

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// What a pretend supplier does wrong with the next request to a path.
const (
	hangs       = "hangs"         // it does nothing and never answers
	hangsBehind = "hangs behind"  // it does it and never answers
	badGateway  = "502 behind it" // it does it, and its gateway answers 502
	refuses     = "refuses"       // it answers 409
	ends        = "ends"          // it answers 410: the offer has ended before its time
)

// harbour is a supplier that does what suppliers do: what it did under a key it answers again, its offers and holds
// end, and its price may move at any time.
type harbour struct {
	name string

	mu     sync.Mutex
	cents  int64             // what one seat or room costs when it is searched
	moved  int64             // what it costs more when it is held
	fare   int64             // what a seat costs there and back; 0: no such fare is sold
	faults map[string]string // by method and path, each for one request
	offers map[string]offer
	holds  map[string]held
	orders map[string]sold
	byKey  map[string]any
}

func newHarbour(name string, cents int64) *harbour {
	return &harbour{
		name: name, cents: cents, faults: map[string]string{}, byKey: map[string]any{},
		offers: map[string]offer{}, holds: map[string]held{}, orders: map[string]sold{},
	}
}

// supplier is the client of the pretend supplier: over a connection that exists in memory only, so that the time of
// synctest can pass.
func (h *harbour) supplier() *Supplier {
	return &Supplier{Name: h.name, URL: "http://" + h.name + ".example", HTTP: &http.Client{Transport: h}}
}

// RoundTrip implements http.RoundTripper.
func (h *harbour) RoundTrip(req *http.Request) (*http.Response, error) {
	path, _, _ := strings.Cut(strings.TrimPrefix(req.URL.Path, "/"), "/")
	h.mu.Lock()
	fault := h.faults[req.Method+" "+path]
	delete(h.faults, req.Method+" "+path)
	h.mu.Unlock()
	rec := httptest.NewRecorder()
	switch fault {
	case hangs:
		<-req.Context().Done()
		return nil, req.Context().Err()
	case refuses:
		rec.WriteHeader(http.StatusConflict)
		return rec.Result(), nil
	case ends:
		rec.WriteHeader(http.StatusGone)
		return rec.Result(), nil
	}
	h.ServeHTTP(rec, req)
	switch fault {
	case hangsBehind:
		<-req.Context().Done()
		return nil, req.Context().Err()
	case badGateway:
		rec = httptest.NewRecorder()
		rec.WriteHeader(http.StatusBadGateway)
	}
	return rec.Result(), nil
}

// ServeHTTP is the supplier's API.
func (h *harbour) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	path, id, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	status, answer := h.answer(r, r.Method+" "+path, id)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // a recorder takes everything
}

func (h *harbour) answer(r *http.Request, what, id string) (status int, answer any) {
	key := r.Header.Get("Idempotency-Key")
	if done, known := h.byKey[key]; known && key != "" {
		return http.StatusOK, done
	}
	switch what {
	case "POST offers":
		return h.search(r)
	case "POST fares":
		return h.fares(r)
	case "POST holds":
		return h.hold(r, key)
	case "POST orders":
		return h.order(r, key)
	case "GET orders":
		if done, stands := h.orders[id]; stands {
			return http.StatusOK, done
		}
		return http.StatusNotFound, nil
	case "GET holds":
		if done, known := h.byKey[r.URL.Query().Get("key")]; known {
			return http.StatusOK, done
		}
		return http.StatusNotFound, nil
	case "DELETE holds":
		delete(h.holds, id)
		return http.StatusOK, nil
	case "DELETE orders":
		delete(h.orders, id)
		return http.StatusOK, nil
	}
	return http.StatusNotFound, nil
}

func (h *harbour) search(r *http.Request) (int, any) {
	var q search
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return http.StatusBadRequest, nil
	}
	o := offer{
		ID: fmt.Sprintf("%s-%d", h.name, len(h.offers)+1), Name: "Harbour Air", Number: "HA 7",
		Cents: h.cents * q.For, Departs: q.Day + "T09:00:00Z", Arrives: q.Day + "T16:30:00Z", Expires: in(20 * time.Minute),
	}
	if q.Until != "" {
		o.Name = "The Quay"
	}
	h.offers[o.ID] = o
	return http.StatusOK, []offer{o}
}

// fares finds the return fare.
func (h *harbour) fares(r *http.Request) (int, any) {
	var q search
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return http.StatusBadRequest, nil
	}
	if h.fare == 0 {
		return http.StatusOK, []offer{}
	}
	o := offer{
		ID: fmt.Sprintf("%s-%d", h.name, len(h.offers)+1), Name: "Harbour Air", Number: "HA 7", Cents: h.fare * q.For,
		Departs: q.Day + "T09:00:00Z", Arrives: q.Day + "T16:30:00Z", Expires: in(20 * time.Minute),
		Back: &back{Number: "HA 8", Departs: q.Back + "T11:00:00Z", Arrives: q.Back + "T19:00:00Z"},
	}
	h.offers[o.ID] = o
	return http.StatusOK, []offer{o}
}

// hold keeps an offer that has not ended, at the price that the supplier asks now.
func (h *harbour) hold(r *http.Request, key string) (int, any) {
	var q offer
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return http.StatusBadRequest, nil
	}
	o, known := h.offers[q.ID]
	if !known || hasEnded(o.Expires) {
		return http.StatusGone, nil
	}
	made := held{Hold: fmt.Sprintf("H%d", len(h.holds)+1), Cents: o.Cents + h.moved, Expires: in(30 * time.Minute)}
	h.holds[made.Hold], h.byKey[key] = made, made
	return http.StatusCreated, made
}

// order sells holds that have not ended, for what they cost.
func (h *harbour) order(r *http.Request, key string) (int, any) {
	var q order
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return http.StatusBadRequest, nil
	}
	var cents int64
	for _, id := range q.Holds {
		hold, known := h.holds[id]
		if !known || hasEnded(hold.Expires) {
			return http.StatusGone, nil
		}
		cents += hold.Cents
	}
	if cents != q.Cents {
		return http.StatusConflict, nil
	}
	made := sold{Locator: strings.ToUpper(h.name) + "1", Cents: cents}
	h.orders[made.Locator], h.byKey[key] = made, made
	return http.StatusCreated, made
}

func in(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }

func hasEnded(at string) bool {
	t, err := time.Parse(time.RFC3339, at)
	return err != nil || time.Now().After(t)
}
