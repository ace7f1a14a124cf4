package extract

// shortWords are words of two letters that are also codes of states or countries.
var shortWords = []string{
	"in", "or", "me", "hi", "ok", "oh", "so", "to", "is", "as", "at", "be", "by", "do", "go", "he", "id", "if",
	"it", "la", "ma", "mo", "my", "no", "pa", "am", "an", "of", "on", "us", "we", "ad", "de", "al", "co", "et",
	"im", "pm", "re",
}

// plainWords are English words that are also names of towns: they never mean the town.
var plainWords = []string{
	"of", "can", "was", "we", "than", "date", "most", "deal", "page", "normal", "best", "come", "buy", "man", "goes",
	"van", "save", "pop", "manage", "central", "marks", "hit", "salt", "colon", "sale", "union", "fare", "una", "un",
	"circle", "green", "surprise", "walker", "gap", "dig", "trail", "liberal", "superior", "fox", "spring", "hotel",
	"the", "and", "for", "you", "see", "any", "all", "are", "has", "had", "how", "its", "let", "may", "new", "not",
	"now", "off", "one", "our", "out", "own", "say", "she", "too", "two", "use", "way", "who", "why", "yes", "yet",
	"get", "got", "day", "end", "far", "few", "big", "bad", "bed", "bus", "car", "fly", "fun", "her", "him", "his",
	"job", "lot", "mom", "dad", "son", "ask", "did", "due", "add", "age", "ago", "air", "art", "ate", "bag", "bit",
	"box", "boy", "cab", "cut", "eat", "fee", "fit", "fix", "hot", "kid", "law", "leg", "low", "max", "men", "met",
	"min", "mix", "net", "nor", "old", "pay", "per", "pet", "put", "ran", "run", "sad", "sea", "set", "sit", "six",
	"sky", "ten", "tie", "tip", "top", "try", "usd", "via", "war", "web", "wed", "win", "won", "mon", "tue", "thu",
	"fri", "sat", "sun", "but", "also", "name", "same", "march", "august", "reserve", "hey", "hello", "thanks", "please",
	"okay", "sure", "great", "perfect", "book", "search", "airport", "station", "beach", "lake", "park", "hill",
	"valley", "river", "island", "summit", "english", "price", "media", "centre", "center", "centro", "zentrum", "young",
	"imperial", "ideal", "university", "along", "as", "is", "like", "time", "more", "first", "second", "street", "guest",
	"house", "home", "town", "city", "village", "there", "here", "where", "which", "what", "when", "with", "this",
	"that", "then", "they", "them", "from", "into", "next", "week", "room", "rooms", "seat", "seats", "stay", "trip",
	"cheap", "wife", "mine", "none", "only", "wifi", "help", "need", "want", "love", "good", "fine", "delta", "alaska",
	"phone", "rating", "opera", "plan", "change", "check", "cost", "total", "dime", "dollar", "sunday", "ticket",
	"class", "economy", "business", "premium", "star", "plus", "pool", "male", "female", "long", "short", "early",
	"late", "grand", "royal", "tata", "laundry", "order", "return", "round", "flight", "flights", "vega", "cali",
	"hilton", "marriott", "springhill", "holiday",
}

// oftenWords mean the town only after a preposition and with a capital ("to Nice", "in Bath").
var oftenWords = []string{
	"nice", "mobile", "split", "reading", "bath", "orange", "victoria", "holiday", "darwin", "lincoln", "jackson",
	"logan", "hollywood", "brooklyn", "mercedes", "florence", "charlotte", "kent", "chester", "eden", "bend",
	"cork", "essen", "male", "troy", "buffalo", "aurora", "madison", "austin", "sofia", "mercy", "liberty",
	"independence", "hope", "diamond", "eagle", "corona", "carson", "norman", "tyler", "dover", "geneva",
	"hilton", "marriott", "westin", "ramada", "warren", "vernon", "harvey", "clay", "rugby", "deal",
	"ware", "sale", "bury", "wells", "battle", "solo",
}

// plainPhrases are phrases that are also names of towns.
var plainPhrases = []string{
	"spring valley", "the colony", "the hills", "big lake", "the valley", "check in", "san", "la la",
	"round rock",
}
