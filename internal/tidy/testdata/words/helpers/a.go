package helpers // want "package .helpers. holds the word .helpers."
