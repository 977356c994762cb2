#!/bin/sh
# As in the image of Node: what is no command goes to node.
set -e
if [ "${1#-}" != "$1" ] || [ -z "$(command -v "$1")" ] || { [ -f "$1" ] && ! [ -x "$1" ]; }; then set -- node "$@"; fi
exec "$@"
