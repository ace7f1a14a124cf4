// Package webpage is the handler of scrape_web_content: it reads the text of a page of the public web.
//
//	arguments  {url}
//	result     {url, title, text, truncated?}
//
// The address comes from a person or a language model, so it may point anywhere. A page is read only over http or
// https, and only from a public address: what a name resolves to is checked when the connection is made, so neither a
// redirect nor a name that changes its address leads into the network that the program runs in. For the same reason no
// proxy is used. The size of a page, the time that it takes and the text that is kept are bounded. What is no text is
// not read.
//
// This package alone stands on a library that finds the article in a page.
package webpage
