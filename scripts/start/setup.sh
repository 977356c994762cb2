#!/bin/sh
# Before n8n starts: puts the nodes where it finds them, at each start those of the image, and imports the examples, once.
set -eu
from=${1:-/setup}
home=${N8N_USER_FOLDER:-$HOME}
nodes=$home/.n8n/nodes
package=$nodes/node_modules/n8n-nodes-document-processing
imported=$home/.n8n/document-processing-examples-imported

# An import that fails says so and ends like one that succeeds.
import() {
  what=$1
  shift
  said=$(n8n "import:$what" "$@" 2>&1)
  echo "$said"
  case $said in *'An error occurred'* | *'Error:'*) exit 1 ;; esac
}

rm -rf "$package"
mkdir -p "$package"
cp -R "$from/nodes/." "$package/"
[ -e "$nodes/package.json" ] || echo '{ "name": "installed-nodes", "private": true, "dependencies": {} }' > "$nodes/package.json"

if [ ! -e "$imported" ]; then
  mkdir -p "$home/.n8n-files"
  cp -R "$from/examples/files/." "$home/.n8n-files/"
  import credentials --input="$from/examples/credentials.json"
  import workflow --separate --input="$from/examples/workflows"
  touch "$imported"
fi
