#!/bin/sh
# Fetches quickjs.wasm from the npm package that carries it. It needs npm and sha256sum.
set -eu
version=3.6.2
sha256=d4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent "quickjs-wasi@$version" >/dev/null
tar -xzf "quickjs-wasi-$version.tgz"
echo "$sha256  package/quickjs.wasm" | sha256sum -c - >/dev/null || {
	echo "fetch.sh: quickjs-wasi $version does not hold the quickjs.wasm that was checked" >&2
	exit 1
}
cp package/quickjs.wasm "$here/quickjs.wasm"
