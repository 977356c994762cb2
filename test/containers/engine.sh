#!/bin/bash
# Has a container engine with Compose and buildx run on a bare Debian, as root: engine.sh start CACHE, engine.sh stop CACHE.
# `start` prints, one a line, the variables with which `docker` reaches it.
set -euo pipefail
command=$1 cache=$2
socket=/run/containers-test.sock
config=$cache/config
export DOCKER_HOST=unix://$socket DOCKER_CONFIG=$config

sorry() {
  echo "No container engine: $1" >&2
  exit 1
}

install() {
  local missing=()
  for package in docker.io iptables debootstrap tini busybox-static; do
    dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "${missing[@]}"
}

# Debian has them from its next release on. Unpacked only, with lists of their own, so that nothing else sees that release.
plugins() {
  [ -x "$config/cli-plugins/docker-buildx" ] && return
  local apt=$cache/apt mirror options
  mirror=$("$(dirname "$0")/mirror.sh")
  mkdir -p "$apt/lists/partial" "$apt/sources" "$apt/unpacked" "$config/cli-plugins"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$apt/sources/trixie.list"
  options=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/sources" -o "Dir::State::lists=$apt/lists")
  apt-get "${options[@]}" update
  (cd "$apt" && apt-get "${options[@]}" download docker-compose docker-buildx)
  for file in "$apt"/*.deb; do dpkg-deb -x "$file" "$apt/unpacked"; done
  find "$apt/unpacked" -path '*cli-plugins/*' -type f -exec cp {} "$config/cli-plugins/" \;
  rm -rf "$apt"
}

start() {
  [ "$(id -u)" = 0 ] || sorry 'none answers, and only root can start one.'
  command -v apt-get > /dev/null || sorry 'none answers, and there is no apt-get to install one with.'
  ! docker info > /dev/null 2>&1 || sorry "these tests run already: $socket answers."
  mkdir -p "$cache"
  { "$0" install "$cache" && "$0" plugins "$cache"; } >&2 || sorry 'none answers, and that of Debian cannot be installed.'
  cp /proc/sys/net/ipv4/ip_forward "$cache/ip_forward"
  iptables -S FORWARD | head -n 1 > "$cache/forward"
  setsid dockerd --host "$DOCKER_HOST" --data-root "$cache/data" --exec-root "$cache/exec" --pidfile "$cache/dockerd.pid" \
    > "$cache/dockerd.log" 2>&1 < /dev/null &
  for _ in $(seq 60); do
    if docker info > /dev/null 2>&1; then
      printf 'DOCKER_HOST=%s\nDOCKER_CONFIG=%s\n' "$DOCKER_HOST" "$DOCKER_CONFIG"
      return
    fi
    sleep 1
  done
  tail -n 20 "$cache/dockerd.log" >&2
  stop
  sorry 'that of Debian does not start here. Its last words are above.'
}

# Nothing of it stays but images: neither containers with their volumes and networks, nor rules, its bridge, and groups of processes.
stop() {
  local pid
  [ -e "$cache/forward" ] || return 0
  docker ps --all --quiet | xargs --no-run-if-empty docker rm --force --volumes > /dev/null || true
  docker network prune --force > /dev/null || true
  docker volume ls --quiet | xargs --no-run-if-empty docker volume rm > /dev/null || true
  pid=$(cat "$cache/dockerd.pid" 2> /dev/null) && kill "$pid" || true
  while kill -0 "$pid" 2> /dev/null; do sleep 0.2; done
  umount "$cache/exec/netns/default" 2> /dev/null || true
  # shellcheck disable=SC2046
  iptables $(cat "$cache/forward")
  rm "$cache/forward"
  for table in nat filter; do
    iptables-save -t "$table" | grep -vi docker | iptables-restore
  done
  cat "$cache/ip_forward" > /proc/sys/net/ipv4/ip_forward
  ip link delete docker0 2> /dev/null || true
  find /sys/fs/cgroup -depth -type d -path '*/docker*' -exec rmdir {} + 2> /dev/null || true
}

"$command"
