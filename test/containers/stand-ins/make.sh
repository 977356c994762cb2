#!/bin/bash
# Makes images under the names that Dockerfile and compose.yaml use, where no registry of images can be reached: of Debian's
# packages and those of npm. npm's settings of this machine go into them: they are for tests here, never to be pushed.
#   make.sh CACHE NODE_IMAGE N8N_IMAGE MAIL_IMAGE
set -euo pipefail
cache=$1 node_image=$2 n8n_image=$3 mail_image=$4
here=$(cd "$(dirname "$0")" && pwd)
root=$cache/rootfs
node_version=$(echo "$node_image" | sed 's/.*:\([0-9.]*\).*/\1/')
mkdir -p "$cache"

if [ ! -e "$cache/rootfs-complete" ]; then
  # debootstrap mounts it there, and leaves it where it was killed.
  umount "$root/proc" 2> /dev/null || true
  rm -rf "$root"
  . /etc/os-release
  debootstrap --variant=minbase --include=ca-certificates "$VERSION_CODENAME" "$root" "$("$here/../mirror.sh")"
  chroot "$root" sh -c 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node'
  packages=$(mktemp -d)
  npm install --prefix "$packages" --ignore-scripts --no-audit --no-fund --no-save --force \
    "node-linux-$(node -p process.arch)@$node_version" npm@11
  cp "$packages/node_modules/node-linux-$(node -p process.arch)/bin/node" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules" "$root/usr/local/etc" "$root/usr/local/share"
  cp -R "$packages/node_modules/npm" "$root/usr/local/lib/node_modules/npm"
  rm -rf "$packages"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  echo "registry=$(npm config get registry)" > "$root/usr/local/etc/npmrc"
  authority=$(npm config get cafile)
  if [ -f "$authority" ]; then
    cp -L "$authority" "$root/usr/local/share/authority.pem"
    echo 'cafile=/usr/local/share/authority.pem' >> "$root/usr/local/etc/npmrc"
  fi
  cp "$here/node-entrypoint.sh" "$root/usr/local/bin/docker-entrypoint.sh"
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/etc/apt/sources.list*
  touch "$cache/rootfs-complete"
fi

has() { docker image inspect "$1" > /dev/null 2>&1; }

has "$node_image" || tar -C "$root" -c . | docker import \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'ENTRYPOINT ["docker-entrypoint.sh"]' --change 'CMD ["node"]' - "$node_image"

# n8n itself is mounted: compose.stand-ins.yaml. Busybox is its shell and comes first in PATH, as in n8n's own image.
if ! has "$n8n_image"; then
  context=$(mktemp -d)
  cp "$here"/n8n/* /bin/busybox "$context"
  cp "$(command -v tini-static || echo /usr/bin/tini-static)" "$context/tini"
  docker build --build-arg NODE_IMAGE="$node_image" -t "$n8n_image" "$context"
  rm -rf "$context"
fi

# Its packages are those of this repository's own tests.
if ! has "$mail_image"; then
  context=$(mktemp -d)
  cp "$here"/mail/* "$context"
  docker build --network host --build-arg NODE_IMAGE="$node_image" -t "$mail_image" "$context"
  rm -rf "$context"
fi
