package weather

import (
	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/trip"
)

// A zone is what a band of latitude is like at sea level.
type zone struct {
	mean      int64 // yearly mean in tenths of a degree Celsius
	amplitude int64 // from the mean to the warmest month, in tenths
	dayNight  int64 // from the day's mean to its high, in tenths
	rain      int64 // percent of days with precipitation
}

// zones stand at 0, 10, 20 … 90 degrees; between two of them every value is interpolated.
var zones = [...]zone{
	{265, 8, 40, 55},
	{268, 15, 45, 45},
	{248, 45, 55, 25},
	{205, 80, 60, 20},
	{145, 100, 55, 28},
	{100, 95, 45, 40},
	{40, 115, 40, 42},
	{-80, 140, 35, 35},
	{-160, 150, 30, 30},
	{-220, 150, 25, 25},
}

const (
	zoneMicro   = 10_000_000 // degrees between two zones, in microdegrees
	warmestDay  = 201        // July 20 in the north
	halfYear    = 183
	daysOfYear  = 366
	stepDegrees = 30
)

// cosines are a thousand times the cosine of 0, 30, 60 … 180 degrees.
var cosines = [...]int64{1000, 866, 500, 0, -500, -866, -1000}

// zoneAt interpolates between the two zones around a latitude.
func zoneAt(latMicro int64) zone {
	if latMicro < 0 {
		latMicro = -latMicro
	}
	i := min(latMicro/zoneMicro, int64(len(zones)-2))
	part := latMicro - i*zoneMicro
	a, b := zones[i], zones[i+1]
	mix := func(x, y int64) int64 { return x + (y-x)*part/zoneMicro }
	return zone{mix(a.mean, b.mean), mix(a.amplitude, b.amplitude), mix(a.dayNight, b.dayNight), mix(a.rain, b.rain)}
}

// season is a thousand in the warmest days of a hemisphere's year and minus a thousand in the coldest.
func season(latMicro int64, day trip.Date) int64 {
	peak := int64(warmestDay)
	if latMicro < 0 {
		peak += halfYear
	}
	days := dayOfYear(day) - peak
	if days < 0 {
		days = -days
	}
	days %= daysOfYear
	if days > halfYear {
		days = daysOfYear - days
	}
	i := min(days*180/halfYear/stepDegrees, int64(len(cosines)-2))
	part := days*180 - i*stepDegrees*halfYear
	return cosines[i] + (cosines[i+1]-cosines[i])*part/(stepDegrees*halfYear)
}

// dayOfYear counts from 1; leap days shift what follows, which is less than the variation.
func dayOfYear(day trip.Date) int64 {
	return int64(trip.NewDate(day.Year(), 1, 1).DaysUntil(day)) + 1
}

// normal is the mean temperature of a day in tenths of a degree.
func normal(at geo.Point, day trip.Date) (tenths int64, z zone) {
	z = zoneAt(at.LatMicro)
	return z.mean + z.amplitude*season(at.LatMicro, day)/1000, z
}
