package llm

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The providers.
const (
	OpenAI    = "openai" // any OpenAI-compatible server
	Anthropic = "anthropic"
)

// The forms of structured answers of OpenAI-compatible servers.
const (
	formatSchema = "json_schema"
	FormatObject = "json_object"
	FormatText   = "text"
)

// The environment variables that configure a model.
const (
	envModel        = "LEGWORK_MODEL"
	envBaseURL      = "LEGWORK_MODEL_BASE_URL"
	envTimeout      = "LEGWORK_MODEL_TIMEOUT"
	envMaxTokens    = "LEGWORK_MODEL_MAX_TOKENS"
	envFormat       = "LEGWORK_MODEL_FORMAT"
	envStream       = "LEGWORK_MODEL_STREAM"
	envOpenAIKey    = "OPENAI_API_KEY"
	envAnthropicKey = "ANTHROPIC_API_KEY"
)

// Config names a model and says how to reach it.
type Config struct {
	Provider  string // OpenAI or Anthropic
	Model     string // empty: no model is configured
	BaseURL   string // empty: the provider's own
	Key       string // a secret; empty only for an OpenAI-compatible server with a BaseURL
	Timeout   time.Duration
	MaxTokens int64  // most tokens of one answer; 0 leaves it to the provider
	Format    string // FormatSchema, FormatObject or FormatText; empty is FormatSchema
	Whole     bool   // ask for whole answers instead of streams

	Transport http.RoundTripper // default: a transport of its own, with the proxies of the environment
}

// FromEnvironment reads the configuration of each model, in the order in which they are asked: a list with
// commas. Models that are given win over LEGWORK_MODEL; when neither names one, there are none and nothing else
// is read. Where models of both providers are named, LEGWORK_MODEL_BASE_URL is the server of those that are
// OpenAI-compatible.
//
//   - Errors: ErrConfig, ErrKey.
func FromEnvironment(getenv func(string) string, names string) ([]Config, error) {
	names = cmp.Or(names, getenv(envModel))
	if strings.TrimSpace(names) == "" {
		return nil, nil
	}
	var list []Config
	for name := range strings.SplitSeq(names, ",") {
		c, err := fromEnvironment(getenv, strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	mixed := slices.ContainsFunc(list, func(c Config) bool { return c.Provider != list[0].Provider })
	for i := range list {
		if mixed && list[i].Provider == Anthropic {
			list[i].BaseURL = ""
		}
		if err := list[i].Check(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// fromEnvironment reads the configuration of one model, unchecked.
func fromEnvironment(getenv func(string) string, model string) (Config, error) {
	c := Config{BaseURL: strings.TrimSpace(getenv(envBaseURL)), Format: getenv(envFormat), Timeout: DefaultTimeout}
	c.Provider, c.Model = provider(model)
	c.Key = strings.TrimSpace(getenv(envOpenAIKey))
	if c.Provider == Anthropic {
		c.Key = strings.TrimSpace(getenv(envAnthropicKey))
	}
	if err := c.readNumbers(getenv); err != nil {
		return Config{}, err
	}
	switch getenv(envStream) {
	case "", "on":
	case "off":
		c.Whole = true
	default:
		return Config{}, fmt.Errorf("%w: %s: want on or off", ErrConfig, envStream)
	}
	return c, nil
}

func (c *Config) readNumbers(getenv func(string) string) error {
	if text := getenv(envTimeout); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return fmt.Errorf("%w: %s: want a duration such as 45s", ErrConfig, envTimeout)
		}
		c.Timeout = d
	}
	if text := getenv(envMaxTokens); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n <= 0 {
			return fmt.Errorf("%w: %s: want a number of tokens", ErrConfig, envMaxTokens)
		}
		c.MaxTokens = n
	}
	return nil
}

// provider splits "anthropic:name" and "openai:name"; a name alone tells by how it begins.
func provider(model string) (name, rest string) {
	for _, p := range []string{OpenAI, Anthropic} {
		if after, ok := strings.CutPrefix(model, p+":"); ok {
			return p, strings.TrimSpace(after)
		}
	}
	if strings.HasPrefix(model, "claude") {
		return Anthropic, model
	}
	return OpenAI, model
}

// Check reports what is wrong with a configuration.
//
//   - Errors: ErrConfig, ErrKey.
func (c Config) Check() error {
	switch {
	case c.Model == "":
		return fmt.Errorf("%w: %s names no model", ErrConfig, envModel)
	case c.Provider != OpenAI && c.Provider != Anthropic:
		return fmt.Errorf("%w: no such provider", ErrConfig)
	case c.Format != "" && c.Format != formatSchema && c.Format != FormatObject && c.Format != FormatText:
		return fmt.Errorf("%w: %s: want %s, %s or %s", ErrConfig, envFormat, formatSchema, FormatObject, FormatText)
	case strings.ContainsAny(c.Key, "\r\n"):
		return fmt.Errorf("%w: the key has a line break", ErrConfig)
	case c.Provider == Anthropic && c.Key == "":
		return fmt.Errorf("%w: %s is not set", ErrKey, envAnthropicKey)
	case c.Provider == OpenAI && c.Key == "" && c.BaseURL == "":
		return fmt.Errorf("%w: %s is not set", ErrKey, envOpenAIKey)
	}
	return c.checkURL()
}

// checkURL refuses a URL that would carry a secret in its text or a key over an open line.
func (c Config) checkURL() error {
	if c.BaseURL == "" {
		return nil
	}
	u, err := url.Parse(c.BaseURL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("%w: %s: want http:// or https:// and a host", ErrConfig, envBaseURL)
	case u.User != nil || u.RawQuery != "":
		return fmt.Errorf("%w: %s: a user, password or query does not belong there", ErrConfig, envBaseURL)
	case c.Key != "" && u.Scheme == "http" && !isLoopback(u.Hostname()):
		return fmt.Errorf("%w: %s: a key is not sent over http to another machine; use https, or unset the key",
			ErrConfig, envBaseURL)
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
