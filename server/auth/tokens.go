package auth

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"
)

// maxTokensBytes bounds the file of tokens.
const maxTokensBytes = 64 << 20

// Token is what is known of a token; not the token itself.
type Token struct {
	ID string // names it to Revoke; no secret
	Principal
	CreatedAt time.Time
	ExpiresAt time.Time // zero: it does not expire
	RevokedAt time.Time // zero: it was not revoked
}

// Valid reports whether the token lets somebody in.
func (t *Token) Valid(now time.Time) bool {
	return t.RevokedAt.IsZero() && (t.ExpiresAt.IsZero() || now.Before(t.ExpiresAt))
}

// line is one line of the file: a token that was made, or the revocation of one. A file only grows, so that a
// program that reads it while another one writes sees all that was written.
type line struct {
	ID      string     `json:"id,omitempty"`
	Hash    string     `json:"sha256,omitempty"` // of the token: 130 random bits need no slower hash
	Tenant  string     `json:"tenant,omitempty"`
	Owner   string     `json:"owner,omitempty"`
	Scope   string     `json:"scope,omitempty"`
	Ops     bool       `json:"operator,omitempty"`
	At      time.Time  `json:"at"`
	Expires *time.Time `json:"expires_at,omitempty"`
	Revokes string     `json:"revokes,omitempty"` // the id of the token that is revoked
}

// Create makes a token for a principal, writes its hash to a file, which is made when it is missing, and returns the
// token. It is shown nowhere again. A zero expiry is none.
//
//   - Errors: ErrName, or a fault of the file.
func Create(path string, p Principal, now, expires time.Time) (token string, made Token, err error) {
	if err := p.Check(); err != nil {
		return "", made, err
	}
	id := rand.Text()[:10]
	token = "lw_" + id + "_" + rand.Text()
	p.TokenID = id
	made = Token{ID: id, Principal: p, CreatedAt: now, ExpiresAt: expires}
	hash := sha256.Sum256([]byte(token))
	l := line{
		ID: id, Hash: hex.EncodeToString(hash[:]), Tenant: p.Tenant, Owner: p.Owner, Ops: p.Operator, At: now.UTC(),
	}
	if !p.Operator {
		l.Scope = p.Scope.String()
	}
	if !expires.IsZero() {
		at := expires.UTC()
		l.Expires = &at
	}
	return token, made, appendLine(path, l)
}

// Revoke ends a token from now on.
//
//   - Errors: ErrUnknown, or a fault of the file.
func Revoke(path, id string, now time.Time) error {
	list, err := List(path)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(list, func(t Token) bool { return t.ID == id }) {
		return fmt.Errorf("%w: %q", ErrUnknown, id)
	}
	return appendLine(path, line{Revokes: id, At: now.UTC()})
}

// List returns what is known of the tokens of a file, oldest first. A file that is not there has none.
//
//   - Errors: ErrTokens, which names the line, or a fault of the file.
func List(path string) ([]Token, error) {
	list, _, err := load(path)
	return list, err
}

// appendLine adds one line, durably. A line that a killed process left unfinished ends before it.
func appendLine(path string, l line) error {
	text, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("auth: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("auth: %w", err)
	}
	last := []byte{'\n'}
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		_, _ = f.ReadAt(last, info.Size()-1) // else an empty line too many
	}
	if last[0] != '\n' {
		text = slices.Concat([]byte{'\n'}, text)
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

// load reads a file of tokens: the list in its order, and the place in it of each hash.
func load(path string) (list []Token, byHash map[[sha256.Size]byte]int, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("auth: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(io.LimitReader(f, maxTokensBytes+1))
	if err != nil {
		return nil, nil, fmt.Errorf("auth: %w", err)
	}
	if len(text) > maxTokensBytes {
		return nil, nil, fmt.Errorf("%w: %s has more than %d bytes", ErrTokens, path, maxTokensBytes)
	}
	list, byHash, err = parse(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s: %w", ErrTokens, path, err)
	}
	return list, byHash, nil
}

// parse reads the lines of a file. A line that does not end is being written, or was never finished.
func parse(text []byte) (list []Token, byHash map[[sha256.Size]byte]int, err error) {
	byHash = map[[sha256.Size]byte]int{}
	byID := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(text[:bytes.LastIndexByte(text, '\n')+1]))
	lines.Buffer(nil, maxTokensBytes)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			if isCut(lines.Bytes()) {
				continue
			}
			return nil, nil, fmt.Errorf("line %d is no JSON object of a token", n)
		}
		if l.Revokes != "" {
			if at, known := byID[l.Revokes]; known {
				list[at].RevokedAt = l.At
			}
			continue
		}
		t, hash, err := l.token()
		if err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", n, err)
		}
		byID[t.ID], byHash[hash] = len(list), len(list)
		list = append(list, t)
	}
	return list, byHash, lines.Err()
}

// isCut reports whether a line was never finished, such as by a full disk: nobody was told that it was written.
func isCut(text []byte) bool { return text[0] == '{' && text[len(text)-1] != '}' }

func (l *line) token() (t Token, hash [sha256.Size]byte, err error) {
	t = Token{
		ID: l.ID, CreatedAt: l.At,
		Principal: Principal{Tenant: l.Tenant, Owner: l.Owner, Operator: l.Ops, TokenID: l.ID},
	}
	if !l.Ops {
		if t.Scope, err = ParseScope(l.Scope); err != nil {
			return t, hash, err
		}
	}
	sum, bad := hex.DecodeString(l.Hash)
	if bad != nil || len(sum) != len(hash) {
		return t, hash, errors.New("sha256 is no hash")
	}
	copy(hash[:], sum)
	if err := t.Check(); err != nil {
		return t, hash, err
	}
	if l.ID == "" {
		return t, hash, errors.New("id is missing")
	}
	if l.Expires != nil {
		t.ExpiresAt = *l.Expires
	}
	return t, hash, nil
}

// Tokens lets in who has a token of a file. What is made or revoked there counts from the next request on.
type Tokens struct {
	path string
	now  func() time.Time

	// Changed, when there is one, is told of each token that is made or revoked while it is open, before anybody is let in
	// by it.
	Changed func(Token)

	mu     sync.Mutex // guards the fields below
	read   bool
	size   int64
	at     time.Time // when the file was changed, as it says
	list   []Token
	byHash map[[sha256.Size]byte]int
}

// OpenTokens reads a file of tokens, which need not be there yet. A nil now is the real clock.
//
//   - Errors: ErrTokens, which names the line, or a fault of the file.
func OpenTokens(path string, now func() time.Time) (*Tokens, error) {
	if now == nil {
		now = time.Now
	}
	t := &Tokens{path: path, now: now}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t, t.refresh()
}

// refresh reads the file again when it has changed. The caller holds t.mu.
func (t *Tokens) refresh() error {
	var size int64
	var at time.Time
	switch info, err := os.Stat(t.path); {
	case err == nil:
		size, at = info.Size(), info.ModTime()
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("auth: %w", err)
	}
	if t.read && size == t.size && at.Equal(t.at) {
		return nil
	}
	list, byHash, err := load(t.path)
	if err != nil {
		return err // nobody is let in by what the file said before
	}
	if t.read && t.Changed != nil {
		for i, is := range list {
			if i >= len(t.list) || t.list[i].ID != is.ID || t.list[i].RevokedAt.IsZero() != is.RevokedAt.IsZero() {
				t.Changed(is)
			}
		}
	}
	t.read, t.size, t.at, t.list, t.byHash = true, size, at, list, byHash
	return nil
}

// Authenticate implements Auth.
func (t *Tokens) Authenticate(_ context.Context, token string) (Principal, error) {
	hash := sha256.Sum256([]byte(token))
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.refresh(); err != nil {
		return Principal{}, err
	}
	at, known := t.byHash[hash]
	if !known || !t.list[at].Valid(t.now()) {
		return Principal{}, ErrToken
	}
	return t.list[at].Principal, nil
}
