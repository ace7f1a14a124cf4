package words // want "file .run_util. holds the word .util."
