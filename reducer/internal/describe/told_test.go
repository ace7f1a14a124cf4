package describe

import (
	"reflect"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestEveryChangeIsTold changes each field of a trip that a person can change, and finds the change told: an answer
// that nothing has changed would be wrong.
// Rule: 7.1.whole
func TestEveryChangeIsTold(t *testing.T) {
	t.Parallel()
	apart := map[string]bool{ // fields that are told by others, or are none of the person's
		"Itinerary.Segments.SegmentID": true, "Itinerary.TripType": true, "Itinerary.GroundNeeded": true,
		"Itinerary.Lodging.CheckIn": true, "Itinerary.Lodging.CheckOut": true, "Itinerary.Lodging.LocationHint": true,
		"Party.TravelerProfileIDs": true, "Party.Births.From": true, "Party.Births.To": true, "Party.PaymentMethodID": true, "Constraints.Searched": true,
		"Constraints.Currency":             true, // where prices are searched in another one
		"Preferences.Hotel.RefundableOnly": true, // by what is preferred
	}
	old := planOfAll()
	for _, section := range []string{"Itinerary", "Party", "Preferences", "Constraints"} {
		now := planOfAll()
		eachChange(reflect.ValueOf(now).Elem().FieldByName(section), section, func(path string) {
			if !apart[path] && len(Compare(old, now).List) == 0 {
				t.Errorf("a change of %s is not told", path)
			}
			if !apart[path] && reflect.DeepEqual(Plan(old), Plan(now)) {
				t.Errorf("%s is not told in the plan", path)
			}
		})
	}
}

// eachChange changes each field below v in turn, calls told, and puts it back.
func eachChange(v reflect.Value, path string, told func(path string)) {
	was := reflect.New(v.Type()).Elem()
	was.Set(v)
	switch x := v.Addr().Interface().(type) {
	case *trip.OptInt:
		*x = trip.Some(x.Value + 2)
	case *trip.Money:
		*x = trip.Money{Minor: x.Minor + 100, Currency: "EUR"}
	case *trip.TimeWindow:
		x.Start = "10:00"
	case *trip.Nights:
		*x = trip.Nights{Min: 3, Max: 5}
	case *trip.Place:
		x.Code = "LHR"
	case *trip.DayRange:
		x.From, x.To = trip.NewDate(2026, 6, 1), trip.NewDate(2026, 6, 3)
	default:
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				eachChange(v.Field(i), path+"."+v.Type().Field(i).Name, told)
			}
			return
		case reflect.Slice:
			if v.Len() > 0 {
				eachChange(v.Index(0), path, told)
				return
			}
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			eachChange(v.Index(0), path, told)
			v.Set(was)
			return
		case reflect.String:
			v.SetString("train")
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Int64, reflect.Int32:
			v.SetInt(v.Int() + 1)
		case reflect.Uint8:
			v.SetUint(uint64(trip.True))
		default:
			panic(path + ": a kind that the test does not know: " + v.Kind().String())
		}
	}
	told(path)
	v.Set(was)
}

// planOfAll is a trip there and back with one stay.
func planOfAll() *trip.Intent {
	in, day := trip.NewIntent(), trip.NewDate(2026, 6, 4)
	in.Itinerary.Segments = []trip.Segment{
		{Origin: at("OSL"), Destination: at("ROM"), DepartDate: day},
		{Origin: at("ROM"), Destination: at("OSL"), DepartDate: day.AddDays(4)},
	}
	in.Party.Travelers.Adults = 2
	in.Itinerary.Lodging.Stays = []trip.Stay{{LocationCode: "ROM", CheckIn: day, CheckOut: day.AddDays(4)}}
	return &in
}
