package main

import "strings"

// The tables below are what no data set says: how people call places.

// properNames replaces a name of the source by the one that people and tickets use.
var properNames = map[string]string{
	"US/New York City": "New York", "US/Washington, D.C.": "Washington", "US/Washington D.C.": "Washington",
	"VN/Ho Chi Minh City": "Ho Chi Minh City", "IL/Tel Aviv": "Tel Aviv", "PH/Quezon City": "Quezon City",
	"US/Honolulu": "Honolulu", "US/Urban Honolulu": "Honolulu", "UA/Kiev": "Kyiv",
	"IN/Bengaluru": "Bangalore", "IN/Cochin": "Kochi", "PA/Panamá": "Panama City", "IT/Padova": "Padua",
	"IE/Luimneach": "Limerick", "IE/Gaillimh": "Galway",
	"IE/Loch Garman": "Wexford", "IE/An Muileann gCearr": "Mullingar", "IE/Cluain Meala": "Clonmel", "CH/Sitten": "Sion",
	"MN/Ulan Bator": "Ulaanbaatar", "BE/Antwerpen": "Antwerp", "BE/Gent": "Ghent", "BE/Brugge": "Bruges",
	"ES/Sevilla": "Seville", "ES/Palma": "Palma de Mallorca", "ES/Donostia / San Sebastián": "San Sebastián",
	"ES/Gasteiz / Vitoria":    "Vitoria",
	"ES/Jerez de la Frontera": "Jerez", "ES/Castelló de la Plana": "Castellón", "CH/Genève": "Geneva",
	"CH/Luzern":            "Lucerne",
	"DE/Frankfurt am Main": "Frankfurt", "DE/Nürnberg": "Nuremberg", "GR/Irákleion": "Heraklion", "GR/Pátra": "Patras",
	"GR/Ródos":        "Rhodes",
	"GR/Thessaloníki": "Thessaloniki", "GR/Chaniá": "Chania", "GR/Kérkyra": "Corfu", "SE/Göteborg": "Gothenburg",
	"DK/Århus":               "Aarhus",
	"GB/Newcastle upon Tyne": "Newcastle", "MX/Santiago de Querétaro": "Querétaro", "MX/Acapulco de Juárez": "Acapulco",
	"MX/Juárez":              "Ciudad Juárez",
	"MX/Victoria de Durango": "Durango", "MX/León de los Aldama": "León", "AR/San Miguel de Tucumán": "Tucumán",
	"KR/Jeju City":   "Jeju",
	"KR/Cheongju-si": "Cheongju", "VN/Ðà Lạt": "Da Lat", "KZ/Nur-Sultan": "Astana", "PH/Cebu City": "Cebu",
	"RU/Rostov-na-Donu":           "Rostov-on-Don",
	"AT/Klagenfurt am Wörthersee": "Klagenfurt", "TR/İzmir": "Izmir", "KW/Kuwait City": "Kuwait City",
	"DE/Köln": "Cologne", "BE/Brussels": "Brussels",
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
	"monte carlo": "Monaco/MC", "sharm": "Sharm el-Sheikh/EG",
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
	"Frankfurt/DE": "FRA", "Columbus/US": "CMH", "Reykjavík/IS": "KEF", "Panama City/PA": "PTY", "Manila/PH": "MNL",
	"Cleveland/US": "CLE", "Cologne/DE": "CGN",
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
	"CGK": "Jakarta", "BRU": "Brussels", "KEF": "Reykjavík", "PTY": "Panama City", "CFU": "Corfu", "BSL": "Basel",
	"MLH": "Basel", "EAP": "Basel", "DSS": "Dakar", "LPA": "Las Palmas de Gran Canaria", "EBB": "Kampala",
	"HYD": "Hyderabad", "CGN": "Cologne", "HNL": "Honolulu", "YVR": "Vancouver",
}

// airportNicknames are names by which people mean one airport.
var airportNicknames = map[string]string{
	"heathrow": "LHR", "gatwick": "LGW", "london city": "LCY", "stansted": "STN", "luton airport": "LTN",
	"kona": "KOA", "o'hare": "ORD", "ohare": "ORD",
	"midway": "MDW", "laguardia": "LGA", "la guardia": "LGA", "kennedy airport": "JFK", "john f kennedy": "JFK",
	"newark airport": "EWR", "dulles": "IAD", "reagan national": "DCA", "reagan airport": "DCA", "sea tac": "SEA",
	"seatac": "SEA", "charles de gaulle": "CDG", "orly": "ORY", "schiphol": "AMS", "narita": "NRT", "haneda": "HND",
	"changi": "SIN", "logan airport": "BOS", "love field": "DAL", "sky harbor": "PHX", "mccarran": "LAS",
	"hartsfield jackson": "ATL", "pearson": "YYZ", "fiumicino": "FCO", "malpensa": "MXP", "linate": "LIN",
	"barajas": "MAD", "ataturk": "IST", "sheremetyevo": "SVO", "john wayne": "SNA", "bob hope airport": "BUR",
}

// airportLabels are what people call airports that the sources call otherwise.
var airportLabels = map[string]string{
	"GOI": "Goa Dabolim", "GOX": "Goa Mopa", "JTR": "Santorini", "KOA": "Kona", "TER": "Terceira", "SJZ": "São Jorge",
	"SID": "Sal",
	"ACE": "Lanzarote", "SJD": "Los Cabos", "MRU": "Mauritius", "SEZ": "Mahé",
}

// regionNames are short forms of countries and states, as their codes.
var regionNames = map[string]string{
	"usa": "US", "us": "US", "united states of america": "US", "america": "US", "u s": "US", "u s a": "US",
	"uk": "GB", "u k": "GB", "england": "GB-ENG,GB", "scotland": "GB-SCT", "wales": "GB-WLS", "great britain": "GB",
	"britain": "GB", "uae": "AE", "holland": "NL", "korea": "KR", "czechia": "CZ",
	"dc": "US-DC", "d c": "US-DC", "cali": "US-CA", "quebec province": "CA-QC", "new york state": "US-NY",
	"washington state": "US-WA", "newfoundland": "CA-NL", "emirates": "AE", "ivory coast": "CI", "north macedonia": "MK",
	"macedonia": "MK",
	"burma":     "MM", "bosnia": "BA", "herzegovina": "BA", "cape verde": "CV", "swaziland": "SZ", "east timor": "TL",
	"south korea": "KR", "north korea": "KP", "eire": "IE",
	"republic of ireland": "IE", "ulster": "GB-NIR",
}

// countryNames are the names that people use, where a source has an official one.
var countryNames = map[string]string{
	"US": "United States", "GB": "United Kingdom", "KR": "South Korea", "KP": "North Korea", "RU": "Russia", "IR": "Iran",
	"SY": "Syria",
	"TR": "Turkey", "CD": "DR Congo", "CG": "Republic of the Congo", "TZ": "Tanzania", "VN": "Vietnam", "LA": "Laos",
	"MD": "Moldova",
	"BO": "Bolivia", "VE": "Venezuela", "PS": "Palestine", "BN": "Brunei", "FM": "Micronesia", "MK": "North Macedonia",
	"CI": "Ivory Coast",
	"CZ": "Czechia", "GM": "Gambia", "TW": "Taiwan", "BS": "Bahamas", "MO": "Macao", "HK": "Hong Kong", "CN": "China",
	"ES-IB": "Balearic Islands", "ES-PM": "Balearic Islands", "US-DC": "District of Columbia",
}

// moreNames are names of countries and states that no source has.
var moreNames = map[string][]string{
	"CZ": {"Czech Republic"}, "ES-PM": {"Baleares", "Balearen", "the Balearics", "Balearics"},
	"ES-CN": {"Canaries", "the Canaries", "Canarias"},
	"PT-20": {"Azores", "Açores", "the Azores"}, "GR-M": {"Kreta", "Kriti", "Crète", "Creta"}, "IT-75": {"Puglia"},
	"IT-82": {"Sizilien"},
	"MO":    {"Macau"}, "FR-COR": {"Corse"}, "GR-F": {"Ionian Islands"}, "NL": {"the Netherlands", "Holland"},
	"MV": {"the Maldives"},
	"BS": {"the Bahamas"}, "PH": {"the Philippines"}, "SC": {"the Seychelles"}, "US": {"the States", "United States"},
}

// smallTowns are kept although few people live there: many travel there.
var smallTowns = set(`
saint-moritz/ch gstaad/ch grindelwald/ch wengen/ch saas-fee/ch lech/at ischgl/at soelden/at solden/at mayrhofen/at amalfi/it positano/it
portofino/it bellagio/it ravello/it san-gimignano/it montepulciano/it cortina-dampezzo/it monterosso-al-mare/it vernazza/it val-disere/fr
courchevel/fr meribel/fr giverny/fr rothenburg-ob-der-tauber/de berchtesgaden/de oia/gr portmeirion/gb bowness-on-windermere/gb windermere/gb
killarney/ie dingle/ie sedona/us moab/us estes-park/us key-largo/us islamorada/us provincetown/us bar-harbor/us gatlinburg/us mackinac-island/us
sayulita/mx san-pedro/bz monteverde/cr ollantaytambo/pe aguas-calientes/pe jericoacoara/br wanaka/nz te-anau/nz byron-bay/au hvar/hr
cesky-krumlov/cz bled/si zakopane/pl reine/no flam/no geiranger/no vik/is hofn/is
`)

// stopWords are never a place, although some place has that name.
var stopWords = set(`
a an the and or but if of to in on at by for from with as is are am was were be been do does did have has had i you he she it we they me him her us
them my your his its our their this that these those who what which when where why how not no yes can could will would shall should may might must
all any both each few more most other some such only own same so than too very just also then there here now again once ever never out up down off
over under about after before between into through during above below one two three four five six seven eight nine ten eleven twelve twenty thirty
christmas easter thanksgiving halloween hanukkah ramadan passover monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february march april may june july
august september october november december jan feb mar apr jun jul aug sep sept oct nov dec today tomorrow yesterday tonight morning afternoon
evening night noon week weekend month year day hour minute time date hello hi hey thanks thank please ok okay sure sorry good best better great
fine cheap cheapest go goes going gone went come came coming get got want need like love see look find search book buy pay make take give let try
use put say said tell ask help hotel hotels room rooms bed flight flights fly flying plane airport ticket tickets trip trips travel seat class car
bus train person people adult adults child children kid kids infant baby friend wife husband mother father son daughter brother sister family
city town street road home house office work job price cost fare deal total budget money dollar dollars euro euros usd eur gbp man men woman boy
girl sir madam mr mrs ms dr first second third last next new old big small long short high low left right early late fast slow hot cold free
back return round way one-way end start begin stop part half page name number point place thing normal pop hit van sale union una un dig gap
`)

// abbreviations are written as codes of airports are, and are none.
var abbreviations = set(`
suv usd eur gbp aud cad chf jpy inr cny sek nok dkk nzd mxn brl zar sgd hkd thb aed vip atm gps ceo cfo cto faq dvd usb pdf asap fyi btw omg lol
id tv pc pm am eta etd tba tbc tbd rsvp b2b bbq diy nyse hr it ok oh hi us uk eu un usa uae pin iou aka bnb wifi led lcd suv mpv rv mph kph gmt utc est pst cst
mst edt pdt cet bst ist de la le el al co da do et il lo no se si un
`)

// givenNames are names of places that are as often a person's.
var givenNames = set(`
albert alfred alice alma amanda amelia andrea angela anna antonio aria aurora austin ava barbara beatrice benjamin bianca blanca
bradley brandon bruno bryan caleb cameron carlos carmen carolina caroline carson carter charles charlotte chelsea christian christina clara claude
claudia clayton clinton dalton daniel david devon diana diego donna edgar edward eleanor elena elisa eliza
elizabeth ella ellis emilia emma eric eva evan felix fernando florence floyd francisco franklin frederick gabriel george georgia gerald
gloria gordon grant guadalupe hamilton harold harper harrison harry harvey hayden helena henry howard hudson hugo hunter ian irene irma
isabel israel ivan jackson jacob james jamie jefferson jesus joan jocelyn john jordan jorge jose joseph joshua juan julia julian juliana karina katherine keith kelly kelvin kennedy kent kevin kimberly kyle lara laura lauren laurel lauren leah leon leonardo leslie lincoln
linda lisa livia logan lorena lorenzo lorraine louis lucas lucia lucy luis luna luz madison manuel marco margaret maria mariana
marina mario marion martin martina mary mason matthew maxwell maya melissa mercedes mia michael miguel milo monica morgan murray
nadia nancy natalia nathan nelson nicholas nina noah nora norman olga olivia oscar pablo parker patricia paul paula pedro penelope
peter philip preston quincy rachel ramona raul raymond regina rex richard rita robert rocio rodrigo roman rosa rosario rose roy russell
sam samuel sandra sara savannah scott sebastian selena selma serena shannon sharon shelby sherman sierra silvia
simon smith sofia sonia sophia spencer stanley stella stephen steven stuart susan sylvia taylor teresa thomas tina troy tyler valentina
valeria vanessa vera vernon veronica victor victoria vincent violet virginia vivian wallace walter warren wayne wendy wesley william wilson
winston xavier yolanda zoe
`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}
