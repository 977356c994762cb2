#!/bin/sh
# Before n8n starts: puts the nodes where it finds them, at each start those of the image, and imports the examples, once.
set -eu
from=${1:-/setup}
home=${N8N_USER_FOLDER:-$HOME}
nodes=$home/.n8n/nodes
package=$nodes/node_modules/n8n-nodes-document-processing
imported=$home/.n8n/document-processing-examples-imported
used=$home/.n8n/document-processing-n8n-version

fail() {
  echo "$1" >&2
  exit 1
}

# An import that fails says so, and may end like one that succeeds.
import() {
  what=$1
  shift
  status=0
  said=$(n8n "import:$what" "$@" 2>&1) || status=$?
  echo "$said"
  case $said in *'An error occurred'* | *'Error:'*) status=1 ;; esac
  [ "$status" -eq 0 ] || fail "The examples could not be imported: n8n import:$what says why. The next start tries again."
}

# n8n changes its data for a new major version, and an older one cannot read them.
version=$(n8n --version) || fail 'n8n does not start.'
before=$(cat "$used" 2> /dev/null || echo 0)
[ "${version%%.*}" -ge "${before%%.*}" ] ||
  fail "These data are those of n8n $before, which n8n $version cannot read. Start that one (N8N_VERSION), or give this one data of its own: docker compose --project-name n8n-${version%%.*} up"

rm -rf "$package"
mkdir -p "$package"
cp -R "$from/nodes/." "$package/"
[ -e "$nodes/package.json" ] || echo '{ "name": "installed-nodes", "private": true, "dependencies": {} }' > "$nodes/package.json"
echo "$version" > "$used"

if [ ! -e "$imported" ]; then
  mkdir -p "$home/.n8n-files"
  cp -R "$from/examples/files/." "$home/.n8n-files/"
  import credentials --input="$from/examples/credentials.json"
  import workflow --separate --input="$from/examples/workflows"
  touch "$imported"
fi
