// Package places is the handler of search_places: restaurants, sights and places to stay near a
// location, without a network.
//
//	arguments  {location, category?: food|tourism|lodging, query?}
//	result     {location{name, country, lat, lon, source}, results:[{name, category, kind, tags[], city, country,
//	           lat, lon, rating, price_level?, source}], note}
//
// # Basics
//
// The cities are real: names, countries and positions come from the embedded table of package geo.
// What stands in them does not exist. Every find is drawn from the seed and the city, says so in
// its "source":"sandbox", and is the same in every process.
//
// Words of the query that the sandbox knows ("sushi", "museum", "kids") narrow the finds to those
// with at least one of them; others beside them change nothing. A query without a category that is for
// something else ("churches") finds nothing. What has most of the words comes first, then what is rated
// best, at most [MaxResults].
//
// # Errors
//
//	needs_input        «location is required»
//	failed             «could not geocode location …» for a place that nobody knows
//	invalid_arguments  another category, arguments that cannot be read, a text that is too long
//
// The magic place codes of package magic fail here as they do in the sandbox: WQX is permanent, WQR
// is rate_limited, WQT times out, and so on. WQQ is an ordinary place that does not exist.
package places
