// Package score measures what the extractor understands against labelled dialogues: a [Dialogue]
// is read from a line of a data set, [Predict] says which fields a result states, and a [Table]
// counts hits and misses per field. [Rules] says in words how it is counted.
package score

// Rules is the help text of the evaluation: what counts, and as what.
const Rules = `How extraction is scored
  A turn counts when its services include a flight or a hotel service (the name starts with
  Flights or Hotels). Its informs are the truth; the extraction result of that very turn is the
  prediction. Only the person's text was seen, never the system's and never the informs.
  A field is predicted when the result states it: trip_intent.origin, destination (or the first
  segment's), dates.departure_date, dates.return_date, travelers.adults, cabin, the airline,
  the place, dates, nights and rooms of lodging or of a stay, lodging.hotel_star_min.
  Values that the result lists as inferred (a check-out computed from nights, an origin taken from
  the home airport) were not said and are no predictions.
  Equal values are a hit. A different value is a false prediction and a miss; a value without an
  inform is a false prediction; an inform without a value is a miss.
  Cities are compared after resolving codes and names to a city, airlines without the words
  airlines, air lines, airways, and cabins without regard to case and underscores. "dontcare"
  for a cabin or airline is met by a result that says that any will do.
  Joint goal: what was said last of each field, of a flight and of a hotel apart, must stand in the trip when
  the dialogue ends; a date of return holds no more once a one-way flight was asked for.
  Precision, recall and F1 are micro averages over all fields; n is the number of informs.
`
