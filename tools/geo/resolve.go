package geo

// ResolveCity returns the city of an airport code, a metropolitan code or a name, so that "SFO" and "San Francisco"
// compare equal. Of an island or a country with one airport of weight it is the airport's city. Of several cities with
// the name it is the most likely one, which is good enough for the weather, not for selling a flight: Find says that
// there are several.
func ResolveCity(codeOrName string) (Place, bool) {
	if p, ok := ByCode(codeOrName); ok {
		return p.city(), true
	}
	if len(codeOrName) > maxNameBytes {
		return Place{}, false
	}
	switch answer, _ := exact(codeOrName, Hints{Stay: true}); answer.Verdict {
	case One:
		return answer.Place.city(), true
	case Several:
		return answer.Choices[0].city(), true
	case Wide, Unknown:
	}
	return Place{}, false
}

// city is the city of an airport, and any other place itself.
func (p Place) city() Place {
	if a, ok := AirportByCode(p.Code); ok && p.Kind == KindAirport {
		return CityOf(a)
	}
	return p
}
