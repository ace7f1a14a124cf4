package trip

// The active currencies of ISO 4217 by the number of their decimals. Codes without a minor
// unit (metals, test and accounting codes) are left out: nothing can be priced in them.
// ANG and BGN were withdrawn in 2025 and 2026 and stay readable for older recordings.
const (
	currencies0 = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
	currencies2 = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN " +
		"BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP " +
		"GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP " +
		"LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD " +
		"PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP " +
		"SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG"
	currencies3 = "BHD IQD JOD KWD LYD OMR TND"
	currencies4 = "CLF UYW"
)

// exponents holds the number of decimals plus one for every code, 0 for unknown ones.
var exponents = exponentTable()

func exponentTable() *[26 * 26 * 26]uint8 {
	var table [26 * 26 * 26]uint8
	for _, group := range [...]struct {
		codes    string
		decimals uint8
	}{{currencies0, 0}, {currencies2, 2}, {currencies3, 3}, {currencies4, 4}} {
		for i := 0; i < len(group.codes); i += 4 {
			if at, ok := codeIndex(group.codes[i : i+3]); ok {
				table[at] = group.decimals + 1
			}
		}
	}
	return &table
}

func codeIndex(code string) (int, bool) {
	if len(code) != 3 {
		return 0, false
	}
	a, b, c := code[0]-'A', code[1]-'A', code[2]-'A'
	if a > 25 || b > 25 || c > 25 {
		return 0, false
	}
	return (int(a)*26+int(b))*26 + int(c), true
}

// Decimals returns how many decimals the currency has, and whether it is an active one.
func (c Currency) Decimals() (int, bool) {
	at, ok := codeIndex(string(c))
	if !ok || exponents[at] == 0 {
		return 0, false
	}
	return int(exponents[at]) - 1, true
}

// Known reports whether the code is an active ISO 4217 currency.
func (c Currency) Known() bool {
	_, ok := c.Decimals()
	return ok
}
