// Package webclients drives chat front ends that others wrote against the server: the AG-UI client, the AI SDK with its
// parser, its transport and its React hook in a browser. Their versions stand in package.json and its lock.
package webclients
