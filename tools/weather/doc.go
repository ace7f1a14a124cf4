// Package weather is the handler of get_weather: what the weather of a place is like at a time of
// year, without a network.
//
//	arguments  {latitude, longitude | location, start_date?, end_date?}
//	result     {location{name?, country?, latitude, longitude}, days:[{date, high_c, low_c, precipitation_percent,
//	           conditions}], summary, source, note}
//
// # Basics
//
// The values are climate normals of the sandbox: a temperature curve of latitude and day of year in
// integer arithmetic, plus a small variation drawn from the seed, the place and the day. They are
// plausible, stable and the same on every machine, and the result says that they are no forecast.
//
// Without a start the days begin on the day of the call (UTC), without an end they are one week, or
// one day when a start was given. [MaxDays] is the most. Coordinates go before a location.
//
// # Errors
//
//	needs_input        «location is required» when there is neither a location nor both coordinates
//	failed             «could not geocode location …»
//	invalid_arguments  coordinates off the globe, a date that does not exist, an end before its start, too many days
//
// The magic place codes of package magic fail here too.
package weather
