package trip_test

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/trip"
)

// Every day of four centuries and the ends of the range agree with package time.
func TestDatesAgreeWithPackageTime(t *testing.T) {
	day := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	var before trip.Date
	for n := 0; day.Year() < 10000; n++ {
		d := trip.NewDate(day.Year(), int(day.Month()), day.Day())
		if !d.Valid() || d.Weekday() != int(day.Weekday()) || d.Day() != day.Day() || d.Month() != int(day.Month()) || d.Year() != day.Year() {
			t.Fatalf("%v of %v", d, day)
		}
		if before != 0 && (before.AddDays(1) != d || d.AddDays(-1) != before || before.DaysUntil(d) != 1 || !before.Before(d)) {
			t.Fatalf("%v does not follow %v", d, before)
		}
		before, day = d, day.AddDate(0, 0, 1)
		if n == 800 {
			day = time.Date(1890, 1, 1, 0, 0, 0, 0, time.UTC)
			before = 0
		}
		if day.Year() == 2410 {
			day = time.Date(9998, 12, 1, 0, 0, 0, 0, time.UTC)
			before = 0
		}
	}
}

func TestParseDate(t *testing.T) {
	for in, want := range map[string]trip.Date{"2024-02-29": 20240229, "0001-01-01": 10101, "9999-12-31": 99991231, "2000-02-29": 20000229} {
		got, err := trip.ParseDate(in)
		if err != nil || got != want || got.String() != in {
			t.Errorf("ParseDate(%s) = %v, %v", in, got, err)
		}
	}
	for _, in := range []string{
		"", "2023-02-29", "1900-02-29", "2026-00-01", "2026-13-01", "2026-04-31", "2026-01-00", "0000-01-01", "2026-1-01", "26-01-01",
		"2026/01/01", "2026-01-01T", "+026-01-01", "2026-01--1", "２026-01-1",
	} {
		if got, err := trip.ParseDate(in); !errors.Is(err, trip.ErrDate) || got != 0 {
			t.Errorf("ParseDate(%q) = %v, %v, want ErrDate", in, got, err)
		}
	}
	if trip.Date(0).Valid() || trip.Date(20230229).Valid() || trip.Date(-20230101).Valid() || trip.Date(99999999).Valid() {
		t.Error("a day that the calendar has not is valid")
	}
	if d := trip.Date(99991231).AddDays(1); d != 0 {
		t.Errorf("the day after the last is %d", d)
	}
	for _, n := range []int{math.MaxInt, math.MinInt, -1} {
		if d := trip.Date(10101).AddDays(n); d != 0 {
			t.Errorf("AddDays(%d) of the first day is %d", n, d)
		}
	}
}

func TestInstantsAgreeWithPackageTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := trip.Instant(rapid.Int64Range(1, 9_214_646_399_999_999_999).Draw(t, "at"))
		want := time.Unix(0, int64(at)).UTC()
		if got := at.String(); got != want.Format(time.RFC3339Nano) {
			t.Fatalf("%d is %s, want %s", at, got, want.Format(time.RFC3339Nano))
		}
		zone := time.FixedZone("", rapid.IntRange(-23*60-59, 23*60+59).Draw(t, "minutes")*60)
		text := want.In(zone).Format(time.RFC3339Nano)
		if rapid.Bool().Draw(t, "lower") {
			text = strings.ToLower(text)
		}
		if got, err := trip.ParseInstant(text); err != nil || got != at {
			t.Fatalf("ParseInstant(%s) = %d, %v, want %d", text, got, err, at)
		}
	})
}

func TestParseInstantRefuses(t *testing.T) {
	for _, in := range []string{
		"", "2026-03-01", "2026-03-01T09:00:00", "2026-03-01T09:00Z", "2026-02-30T09:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T09:60:00Z",
		"2026-03-01T09:00:60Z", "2026-03-01T09:00:00.Z", "2026-03-01T09:00:00.1234567890Z", "2026-03-01T09:00:00,5Z", "2026-03-01T09:00:00+0100",
		"2026-03-01T09:00:00+24:00", "2026-03-01T09:00:00+01:60", "2026-03-01 09:00:00Z", "2026-03-01T09:00:00ZZ", "2026-03-01T9:00:00Z0",
		"1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "1970-01-01T00:59:59+01:00", "2262-01-01T00:00:00Z", "2261-12-31T23:30:00-01:00",
		"2026-03-01T-1:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z",
	} {
		if got, err := trip.ParseInstant(in); !errors.Is(err, trip.ErrInstant) || got != 0 {
			t.Errorf("ParseInstant(%q) = %d, %v, want ErrInstant", in, got, err)
		}
	}
	for in, want := range map[string]string{
		"2261-12-31T23:59:59.999999999Z": "2261-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00.000000001Z": "1970-01-01T00:00:00.000000001Z",
		"2026-03-01T09:00:00.500Z": "2026-03-01T09:00:00.5Z", "2026-03-01T00:30:00+05:45": "2026-02-28T18:45:00Z",
	} {
		if got, err := trip.ParseInstant(in); err != nil || got.String() != want {
			t.Errorf("ParseInstant(%s) = %s, %v, want %s", in, got, err, want)
		}
	}
}

func TestMoney(t *testing.T) {
	for _, c := range []struct {
		amount   string
		currency trip.Currency
		want     string
		err      error
	}{
		{"1480", "USD", "1480.00 USD", nil},
		{"1480.5", "USD", "1480.50 USD", nil},
		{"0.01", "USD", "0.01 USD", nil},
		{"-0.01", "EUR", "-0.01 EUR", nil},
		{"-0", "EUR", "0.00 EUR", nil},
		{"1480.000", "USD", "1480.00 USD", nil},
		{"1.48e3", "USD", "1480.00 USD", nil},
		{"148000E-2", "USD", "1480.00 USD", nil},
		{"1480", "JPY", "1480 JPY", nil},
		{"1480.0", "JPY", "1480 JPY", nil},
		{"1.234", "KWD", "1.234 KWD", nil},
		{"1.2345", "UYW", "1.2345 UYW", nil},
		{"92233720368547758.07", "USD", "92233720368547758.07 USD", nil},
		{"-92233720368547758.08", "USD", "-92233720368547758.08 USD", nil},
		{"92233720368547758.08", "USD", "", trip.ErrOverflow},
		{"1e400", "USD", "", trip.ErrOverflow},
		{"9223372036854775808", "JPY", "", trip.ErrOverflow},
		{"1.005", "USD", "", trip.ErrDecimals},
		{"0.5", "JPY", "", trip.ErrDecimals},
		{"1e-3", "USD", "", trip.ErrDecimals},
		{"", "USD", "", trip.ErrAmount},
		{"1,480.00", "USD", "", trip.ErrAmount},
		{"+1", "USD", "", trip.ErrAmount},
		{"01", "USD", "", trip.ErrAmount},
		{"1.", "USD", "", trip.ErrAmount},
		{".5", "USD", "", trip.ErrAmount},
		{"NaN", "USD", "", trip.ErrAmount},
		{" 1", "USD", "", trip.ErrAmount},
		{"1", "", "", trip.ErrCurrency},
		{"1", "usd", "", trip.ErrCurrency},
		{"1", "XAU", "", trip.ErrCurrency},
		{"1", "ZZZ", "", trip.ErrCurrency},
		{"1", "USDX", "", trip.ErrCurrency},
		{"1", "\xff\xff\xff", "", trip.ErrCurrency},
	} {
		got, err := trip.ParseMoney(c.amount, c.currency)
		if !errors.Is(err, c.err) || got.String() != c.want {
			t.Errorf("ParseMoney(%q, %s) = %q, %v, want %q, %v", c.amount, c.currency, got, err, c.want, c.err)
		}
	}
}

// Writing and reading any amount of any currency is exact.
func TestMoneyIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := trip.Money{Minor: rapid.Int64().Draw(t, "minor"), Currency: rapid.SampledFrom([]trip.Currency{"USD", "JPY", "KWD", "CLF"}).Draw(t, "currency")}
		decimals, _ := m.Currency.Decimals()
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
		want := new(big.Rat).SetFrac(big.NewInt(m.Minor), scale).FloatString(decimals)
		if m.Amount() != want {
			t.Fatalf("%d %s is %s, want %s", m.Minor, m.Currency, m.Amount(), want)
		}
		if got, err := trip.ParseMoney(m.Amount(), m.Currency); err != nil || got != m {
			t.Fatalf("read back as %v, %v", got, err)
		}
	})
}

func TestMoneyAdd(t *testing.T) {
	usd := func(minor int64) trip.Money { return trip.Money{Minor: minor, Currency: "USD"} }
	for _, c := range []struct {
		a, b, want trip.Money
		ok         bool
	}{
		{usd(1), usd(2), usd(3), true},
		{usd(1), trip.Money{}, usd(1), true},
		{trip.Money{}, usd(2), usd(2), true},
		{trip.Money{}, trip.Money{}, trip.Money{}, true},
		{usd(math.MaxInt64), usd(1), trip.Money{}, false},
		{usd(math.MinInt64), usd(-1), trip.Money{}, false},
		{usd(math.MaxInt64), usd(math.MinInt64), usd(-1), true},
		{usd(1), trip.Money{Minor: 1, Currency: "EUR"}, trip.Money{}, false},
	} {
		if got, ok := c.a.Add(c.b); ok != c.ok || got != c.want {
			t.Errorf("%v + %v = %v, %v, want %v, %v", c.a, c.b, got, ok, c.want, c.ok)
		}
	}
}

func TestCurrencies(t *testing.T) {
	known := 0
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			for c := 'A'; c <= 'Z'; c++ {
				if trip.Currency([]rune{a, b, c}).Known() {
					known++
				}
			}
		}
	}
	if known < 160 || known > 180 {
		t.Errorf("%d currencies are known", known)
	}
	for code, want := range map[trip.Currency]int{"USD": 2, "JPY": 0, "KWD": 3, "CLF": 4, "ZWG": 2, "XPF": 0, "BHD": 3, "ISK": 0, "HUF": 2} {
		if got, ok := code.Decimals(); !ok || got != want {
			t.Errorf("%s has %d decimals, %v, want %d", code, got, ok, want)
		}
	}
}

func TestOptionals(t *testing.T) {
	if trip.SomeBool(true) != trip.True || trip.SomeBool(false) != trip.False || trip.Some(0) != (trip.OptInt{Set: true}) {
		t.Error("an optional value is not what it was made of")
	}
}
