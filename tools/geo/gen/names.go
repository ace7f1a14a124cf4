package main

import "strconv"

// The tables below are what no data set says: how people call places.

// properNames replaces a name of the source by the one that people and tickets use.
var properNames = map[string]string{
	"US/New York City": "New York", "US/Washington, D.C.": "Washington", "US/Washington D.C.": "Washington",
	"VN/Ho Chi Minh City": "Ho Chi Minh City", "IL/Tel Aviv": "Tel Aviv", "PH/Quezon City": "Quezon City",
	"US/Honolulu": "Honolulu", "US/Urban Honolulu": "Honolulu", "UA/Kiev": "Kyiv",
	"IN/Bengaluru": "Bangalore", "KW/Kuwait City": "Kuwait City", "DE/Köln": "Cologne", "BE/Brussels": "Brussels",
}

// cityNicknames maps nicknames, former names and metropolitan codes to name/country.
var cityNicknames = map[string]string{
	"nyc": "New York/US", "new york city": "New York/US", "ny": "New York/US", "manhattan": "New York/US",
	"big apple": "New York/US", "the big apple": "New York/US",
	"la": "Los Angeles/US", "l a": "Los Angeles/US", "city of angels": "Los Angeles/US",
	"sf": "San Francisco/US", "s f": "San Francisco/US", "san fran": "San Francisco/US", "frisco": "San Francisco/US",
	"sfo": "San Francisco/US", "san franciso": "San Francisco/US", "san fransisco": "San Francisco/US",
	"vegas": "Las Vegas/US", "sin city": "Las Vegas/US",
	"philly": "Philadelphia/US", "dc": "Washington/US", "d c": "Washington/US", "washington dc": "Washington/US",
	"washington d c": "Washington/US", "was": "Washington/US", "chi town": "Chicago/US", "windy city": "Chicago/US",
	"chi": "Chicago/US", "atl": "Atlanta/US", "hotlanta": "Atlanta/US", "nola": "New Orleans/US",
	"slc": "Salt Lake City/US", "sd": "San Diego/US", "dtt": "Detroit/US",
	"cdmx": "Mexico City/MX", "ciudad de mexico": "Mexico City/MX", "mexico df": "Mexico City/MX",
	"kl": "Kuala Lumpur/MY", "k l": "Kuala Lumpur/MY", "new delhi": "Delhi/IN", "bombay": "Mumbai/IN",
	"calcutta": "Kolkata/IN", "madras": "Chennai/IN", "bengaluru": "Bangalore/IN", "saigon": "Ho Chi Minh City/VN",
	"peking": "Beijing/CN", "hk": "Hong Kong/HK", "rio": "Rio de Janeiro/BR", "kiev": "Kyiv/UA",
	"lon": "London/GB", "par": "Paris/FR", "tyo": "Tokyo/JP", "osa": "Osaka/JP", "sel": "Seoul/KR",
	"rom": "Rome/IT", "mil": "Milan/IT", "mow": "Moscow/RU", "sto": "Stockholm/SE", "ber": "Berlin/DE",
	"bue": "Buenos Aires/AR", "sao": "São Paulo/BR", "yto": "Toronto/CA", "ymq": "Montréal/CA",
	"montreal": "Montréal/CA", "bjs": "Beijing/CN", "jkt": "Jakarta/ID", "buh": "Bucharest/RO", "köln": "Cologne/DE",
	"munchen": "Munich/DE", "wien": "Vienna/AT", "roma": "Rome/IT", "milano": "Milan/IT", "praha": "Prague/CZ",
}

// mainAirports settles the cities that have several big airports.
var mainAirports = map[string]string{
	"New York/US": "JFK", "London/GB": "LHR", "Paris/FR": "CDG", "Tokyo/JP": "HND", "Washington/US": "IAD",
	"Chicago/US": "ORD", "Milan/IT": "MXP", "Rome/IT": "FCO", "São Paulo/BR": "GRU", "Rio de Janeiro/BR": "GIG",
	"Buenos Aires/AR": "EZE", "Moscow/RU": "SVO", "Osaka/JP": "KIX", "Seoul/KR": "ICN", "Stockholm/SE": "ARN",
	"Los Angeles/US": "LAX", "San Francisco/US": "SFO", "Houston/US": "IAH", "Dallas/US": "DFW",
	"Toronto/CA": "YYZ", "Montréal/CA": "YUL", "Beijing/CN": "PEK", "Shanghai/CN": "PVG", "Bangkok/TH": "BKK",
	"Istanbul/TR": "IST", "Berlin/DE": "BER", "Detroit/US": "DTW", "Miami/US": "MIA", "Dubai/AE": "DXB",
	"Jakarta/ID": "CGK", "Bucharest/RO": "OTP", "Taipei/TW": "TPE", "Las Vegas/US": "LAS", "Phoenix/US": "PHX",
	"Seattle/US": "SEA", "Denver/US": "DEN", "Atlanta/US": "ATL", "Orlando/US": "MCO", "Vancouver/CA": "YVR",
	"Mexico City/MX": "MEX", "Kuala Lumpur/MY": "KUL", "Sydney/AU": "SYD", "Melbourne/AU": "MEL",
	"Delhi/IN": "DEL", "Nairobi/KE": "NBO", "Belfast/GB": "BFS", "Glasgow/GB": "GLA", "Oslo/NO": "OSL",
	"Frankfurt am Main/DE": "FRA", "Manila/PH": "MNL", "Cleveland/US": "CLE", "Cologne/DE": "CGN",
}

// metroOf says which city an airport serves where the data names a suburb.
var metroOf = map[string]string{
	"EWR": "New York", "JFK": "New York", "LGA": "New York", "LHR": "London", "LGW": "London", "LCY": "London",
	"STN": "London", "LTN": "London", "CDG": "Paris", "ORY": "Paris", "BVA": "Paris", "HND": "Tokyo", "NRT": "Tokyo",
	"KIX": "Osaka", "ITM": "Osaka", "ICN": "Seoul", "GMP": "Seoul", "MXP": "Milan", "LIN": "Milan", "IAD": "Washington",
	"DCA": "Washington", "MDW": "Chicago", "ORD": "Chicago", "SVO": "Moscow", "DME": "Moscow", "VKO": "Moscow",
	"ARN": "Stockholm", "BMA": "Stockholm", "FCO": "Rome", "CIA": "Rome", "GRU": "São Paulo", "CGH": "São Paulo",
	"GIG": "Rio de Janeiro", "SDU": "Rio de Janeiro", "EZE": "Buenos Aires", "AEP": "Buenos Aires", "DFW": "Dallas",
	"DAL": "Dallas", "IAH": "Houston", "HOU": "Houston", "YYZ": "Toronto", "YTZ": "Toronto", "YUL": "Montréal",
	"BER": "Berlin", "PVG": "Shanghai", "SHA": "Shanghai", "PEK": "Beijing", "PKX": "Beijing", "BKK": "Bangkok",
	"DMK": "Bangkok", "IST": "Istanbul", "SAW": "Istanbul", "SFO": "San Francisco", "LAX": "Los Angeles",
	"OSL": "Oslo", "KUL": "Kuala Lumpur", "DEL": "Delhi", "TPE": "Taipei", "SEA": "Seattle", "CVG": "Cincinnati",
	"CGK": "Jakarta", "BRU": "Brussels", "CGN": "Cologne", "HNL": "Honolulu", "YVR": "Vancouver",
}

// airportNicknames are names by which people mean one airport.
var airportNicknames = map[string]string{
	"heathrow": "LHR", "gatwick": "LGW", "stansted": "STN", "luton airport": "LTN", "o'hare": "ORD", "ohare": "ORD",
	"midway": "MDW", "laguardia": "LGA", "la guardia": "LGA", "kennedy airport": "JFK", "john f kennedy": "JFK",
	"newark airport": "EWR", "dulles": "IAD", "reagan national": "DCA", "reagan airport": "DCA", "sea tac": "SEA",
	"seatac": "SEA", "charles de gaulle": "CDG", "orly": "ORY", "schiphol": "AMS", "narita": "NRT", "haneda": "HND",
	"changi": "SIN", "logan airport": "BOS", "love field": "DAL", "sky harbor": "PHX", "mccarran": "LAS",
	"hartsfield jackson": "ATL", "pearson": "YYZ", "fiumicino": "FCO", "malpensa": "MXP", "linate": "LIN",
	"barajas": "MAD", "ataturk": "IST", "sheremetyevo": "SVO", "john wayne": "SNA", "bob hope airport": "BUR",
}

// regionNames are states, provinces and short forms of countries, as codes of regions.tsv.
var regionNames = map[string]string{
	"usa": "US", "us": "US", "united states of america": "US", "america": "US", "u s": "US", "u s a": "US",
	"uk": "GB", "u k": "GB", "england": "GB-ENG,GB", "scotland": "GB-SCT", "wales": "GB-WLS", "great britain": "GB",
	"britain": "GB", "uae": "AE", "holland": "NL", "korea": "KR", "czechia": "CZ",
	"alabama": "US-AL", "alaska": "US-AK", "arizona": "US-AZ", "arkansas": "US-AR", "california": "US-CA",
	"colorado": "US-CO", "connecticut": "US-CT", "delaware": "US-DE", "florida": "US-FL", "georgia": "US-GA,GE",
	"hawaii": "US-HI", "idaho": "US-ID", "illinois": "US-IL", "indiana": "US-IN", "iowa": "US-IA", "kansas": "US-KS",
	"kentucky": "US-KY", "louisiana": "US-LA", "maine": "US-ME", "maryland": "US-MD", "massachusetts": "US-MA",
	"michigan": "US-MI", "minnesota": "US-MN", "mississippi": "US-MS", "missouri": "US-MO", "montana": "US-MT",
	"nebraska": "US-NE", "nevada": "US-NV", "new hampshire": "US-NH", "new jersey": "US-NJ", "new mexico": "US-NM",
	"new york": "US-NY", "north carolina": "US-NC", "north dakota": "US-ND", "ohio": "US-OH", "oklahoma": "US-OK",
	"oregon": "US-OR", "pennsylvania": "US-PA", "rhode island": "US-RI", "south carolina": "US-SC",
	"south dakota": "US-SD", "tennessee": "US-TN", "texas": "US-TX", "utah": "US-UT", "vermont": "US-VT",
	"virginia": "US-VA", "washington": "US-WA", "west virginia": "US-WV", "wisconsin": "US-WI", "wyoming": "US-WY",
	"dc": "US-DC", "d c": "US-DC", "district of columbia": "US-DC", "cali": "US-CA",
	"alberta": "CA-AB", "british columbia": "CA-BC", "manitoba": "CA-MB", "new brunswick": "CA-NB",
	"newfoundland": "CA-NL", "nova scotia": "CA-NS", "ontario": "CA-ON", "prince edward island": "CA-PE",
	"quebec": "CA-QC", "saskatchewan": "CA-SK", "yukon": "CA-YT", "new south wales": "AU-NSW",
	"queensland": "AU-QLD", "south australia": "AU-SA", "tasmania": "AU-TAS", "victoria": "AU-VIC",
	"western australia": "AU-WA",
}

var provinces = map[string]string{
	"CA/01": "AB", "CA/02": "BC", "CA/03": "MB", "CA/04": "NB", "CA/05": "NL", "CA/07": "NS", "CA/08": "ON",
	"CA/09": "PE", "CA/10": "QC", "CA/11": "SK", "CA/12": "YT", "CA/13": "NT", "CA/14": "NU", "AU/01": "ACT",
	"AU/02": "NSW", "AU/03": "NT", "AU/04": "QLD", "AU/05": "SA", "AU/06": "TAS", "AU/07": "VIC", "AU/08": "WA",
}

// provinceCode turns the source's number of a Canadian or Australian province into its usual letters.
func provinceCode(country, admin string) string {
	if code, ok := provinces[country+"/"+admin]; ok {
		return code
	}
	return admin
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// row joins the columns of a line; a tab inside a column would move the others.
func row(columns ...string) string {
	line := ""
	for i, column := range columns {
		if i > 0 {
			line += "\t"
		}
		line += flat(column)
	}
	return line
}
