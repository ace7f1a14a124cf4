package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/server/auth"
)

// tokensSuffix names the file of the tokens beside a store.
const tokensSuffix = ".tokens"

// tokenFile is how the verbs of tokens are told which file they are about.
type tokenFile struct{ store, tokens string }

func (f *tokenFile) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.store, "store", "", "the store `FILE` that is served: its tokens are in FILE"+tokensSuffix)
	cmd.Flags().StringVar(&f.tokens, "tokens", "", "the `FILE` of the tokens, where the server's --tokens names one")
}

func (f *tokenFile) path() (string, error) {
	switch {
	case f.tokens != "":
		return f.tokens, nil
	case f.store != "":
		return f.store + tokensSuffix, nil
	}
	return "", usage("name the store that is served: --store FILE, or the file of the tokens: --tokens FILE")
}

func (a *app) token() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Make, list and revoke the tokens that let clients in to legwork serve",
		Long: `The tokens of a store are in the file beside it whose name ends in .tokens, as hashes: a token is
shown once, when it is made. A server that runs notices at once what is made or revoked.`,
		Example: `  legwork token create --store trips.db --tenant acme
  legwork token list --store trips.db
  legwork token revoke --store trips.db ID`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.tokenCreate(), a.tokenList(), a.tokenRevoke())
	return cmd
}

func (a *app) tokenCreate() *cobra.Command {
	var file tokenFile
	var p auth.Principal
	var scope string
	var lasts time.Duration
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "create --store FILE --tenant NAME | --operator [flags]",
		Short: "Make a token and print it, as the last word",
		Long: `Makes a token for a tenant. Its scope is read (look at trips), write (send events, make and erase
trips) or admin (amend trips past the conversation, see the server's figures); each includes those
before it. With --owner only the trips of that owner are seen and made.

With --operator it is the token of an operator, for legwork ops and the page operations.html: it lets in to what stands
below /v1/ops/, where the trips of all tenants are, and to the figures, and to nothing else.`,
		Example: `  legwork token create --store trips.db --tenant acme
  legwork token create --store trips.db --tenant acme --scope read --expires 720h
  legwork token create --store trips.db --operator --expires 12h`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			path, err := file.path()
			if err != nil {
				return err
			}
			switch {
			case !p.Operator && p.Tenant == "":
				return usage("--tenant: say whose trips the token lets in to, or --operator")
			case !p.Operator:
				if p.Scope, err = auth.ParseScope(scope); err != nil {
					return usage("--scope: %v", err)
				}
			case p.Tenant != "" || p.Owner != "" || cmd.Flags().Changed("scope"):
				return usage("--operator: an operator is of no tenant: leave --tenant, --owner and --scope out")
			}
			if lasts < 0 {
				return usage("--expires %s: want how long it lasts, such as 720h", lasts)
			}
			now, expires := time.Now(), time.Time{}
			if lasts > 0 {
				expires = now.Add(lasts)
			}
			token, made, err := auth.Create(path, p, now, expires)
			if errors.Is(err, auth.ErrName) {
				return usage("%v", err)
			}
			if err != nil {
				return err
			}
			return a.printToken(token, made, asJSON)
		},
	}
	file.add(cmd)
	cmd.Flags().StringVar(&p.Tenant, "tenant", "", "whose trips it lets in to (`NAME`)")
	cmd.Flags().StringVar(&p.Owner, "owner", "", "lets in to the trips of this owner alone (`NAME`)")
	cmd.Flags().BoolVar(&p.Operator, "operator", false, "a token of an operator, who sees the trips of all tenants")
	cmd.Flags().StringVar(&scope, "scope", "write", "what it allows: read, write or admin")
	cmd.Flags().DurationVar(&lasts, "expires", 0, "how long it lasts, such as 720h (default: until it is revoked)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// tokenJSON is a token for programs.
type tokenJSON struct {
	ID        string `json:"id"`
	Tenant    string `json:"tenant"`
	Owner     string `json:"owner,omitempty"`
	Scope     string `json:"scope"` // none of an operator
	Operator  bool   `json:"operator,omitempty"`
	CreatedAt string `json:"created_at"`
	ExpiresAt string `json:"expires_at,omitempty"`
	RevokedAt string `json:"revoked_at,omitempty"`
	Token     string `json:"token,omitempty"` // only when it is made
}

func tokenOf(t auth.Token) tokenJSON {
	return tokenJSON{
		ID: t.ID, Tenant: t.Tenant, Owner: t.Owner, Scope: t.Scope.String(), Operator: t.Operator,
		CreatedAt: timeText(t.CreatedAt), ExpiresAt: timeText(t.ExpiresAt), RevokedAt: timeText(t.RevokedAt),
	}
}

func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func (a *app) printToken(token string, t auth.Token, asJSON bool) error {
	doc := tokenOf(t)
	if asJSON {
		doc.Token = token
		return a.writeJSON(doc)
	}
	expires := "until it is revoked"
	if doc.ExpiresAt != "" {
		expires = "until " + doc.ExpiresAt
	}
	whose := fmt.Sprintf("of tenant %s, scope %s", doc.Tenant, doc.Scope)
	if doc.Operator {
		whose = "of an operator"
	}
	a.printf("token %s %s, %s; it is shown this once:\n%s\n", doc.ID, whose, expires, token)
	return nil
}

func (a *app) tokenList() *cobra.Command {
	var file tokenFile
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list --store FILE",
		Short:   "List the tokens of a store, without the tokens themselves",
		Example: "  legwork token list --store trips.db",
		Args:    noneGiven,
		RunE: func(*cobra.Command, []string) error {
			path, err := file.path()
			if err != nil {
				return err
			}
			list, err := auth.List(path)
			if err == nil && len(list) == 0 && file.tokens == "" {
				err = mustBeThere(file.store, path)
			}
			if err != nil {
				return err
			}
			for _, t := range list {
				doc := tokenOf(t)
				if asJSON {
					writeLine(a.stdout, doc)
					continue
				}
				words := []string{doc.ID, doc.Tenant, doc.Scope, "made " + doc.CreatedAt}
				if doc.Operator {
					words = []string{doc.ID, "operator", "made " + doc.CreatedAt}
				}
				if doc.Owner != "" {
					words = append(words, "owner "+printable(doc.Owner))
				}
				if doc.ExpiresAt != "" {
					words = append(words, "expires "+doc.ExpiresAt)
				}
				if doc.RevokedAt != "" {
					words = append(words, "revoked "+doc.RevokedAt)
				}
				a.printf("%s\n", strings.Join(words, "  "))
			}
			return nil
		},
	}
	file.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line a token")
	return cmd
}

func (a *app) tokenRevoke() *cobra.Command {
	var file tokenFile
	cmd := &cobra.Command{
		Use:     "revoke --store FILE ID",
		Short:   "Revoke a token: it lets nobody in any more",
		Example: "  legwork token revoke --store trips.db ID",
		Args:    exactly(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := file.path()
			if err != nil {
				return err
			}
			if err := auth.Revoke(path, args[0], time.Now()); err != nil {
				if errors.Is(err, auth.ErrUnknown) {
					return usage("%v (see legwork token list)", err)
				}
				return err
			}
			a.printf("revoked %s\n", printable(args[0]))
			return nil
		},
	}
	file.add(cmd)
	return cmd
}
