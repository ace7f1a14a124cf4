package sandbox

// carrier is an airline that does not exist: no airline has its code.
type carrier struct{ code, name string }

var carriers = [...]carrier{
	{"D1", "Dawnline"},
	{"E0", "Emberwing"},
	{"F0", "Fjordlight Air"},
	{"G1", "Gannet Air"},
	{"H0", "Halcyon Blue"},
	{"K1", "Kestrelway"},
	{"L2", "Larkspur Airways"},
	{"M1", "Meridian Sky"},
	{"N1", "Northglow"},
	{"O1", "Orchard Air"},
	{"R1", "Rivermark"},
	{"T8", "Tamarind Airlines"},
	{"W0", "Westerly"},
	{"Z1", "Zephyrline"},
}

// hubs are the airports where people change planes.
var hubs = [...]string{
	"ADD", "AKL", "AMS", "ATL", "BKK", "BOG", "BOM", "CAI", "CDG", "DEL", "DEN", "DFW", "DOH", "DXB",
	"FRA", "GRU", "HKG", "ICN", "IST", "JFK", "JNB", "LAX", "LHR", "LIS", "MAD", "MEX", "MIA", "NBO",
	"NRT", "ORD", "PTY", "SIN", "SYD", "YYZ",
}

// The words that hotel names and addresses are made of.
var (
	hotelWords = [...]string{
		"Alder", "Amber", "Aster", "Birch", "Bramble", "Cedar", "Clover", "Copper", "Dahlia", "Elm",
		"Fern", "Garnet", "Hazel", "Heron", "Iris", "Juniper", "Kestrel", "Larch", "Laurel", "Linden",
		"Lumen", "Maple", "Marlow", "Myrtle", "Oleander", "Olive", "Orchid", "Poplar", "Quince", "Rowan",
		"Saffron", "Sorrel", "Sparrow", "Sycamore", "Tamarisk", "Thistle", "Verbena", "Willow", "Wren", "Yarrow",
		"Zinnia",
	}
	hotelKinds = map[int64][]string{
		2: {"Inn", "Rooms"}, 3: {"Hotel", "House"}, 4: {"Suites", "Grand Hotel"}, 5: {"Palace", "Residence"},
	}
	streets = [...]string{
		"Canal Street", "Castle Road", "Garden Lane", "Harbour Street", "High Street", "Market Square",
		"Mill Lane", "Museum Street", "Old Bridge", "Park Avenue", "River Walk", "Station Road",
	}
)
