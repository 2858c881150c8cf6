#!/usr/bin/env bash
# Builds the images of deploy/Dockerfile with buildah, which needs no daemon.
#
#   deploy/build-images.sh [--base debootstrap] [--tag TAG]
#
# Without --base, buildah pulls the base images that the Dockerfile names, or BUILD_IMAGE and
# RUNTIME_IMAGE where these variables are set. With --base debootstrap, it makes both from Debian
# packages and the Node.js that package.json pins, for networks without an image registry. This
# needs root and the packages buildah and debootstrap.
set -euo pipefail
cd "$(dirname "$0")/.."

base=pull
tag=development
while [ $# -gt 0 ]; do
  case "$1" in
    --base) base=${2:?--base takes debootstrap} ;;
    --tag) tag=${2:?--tag takes a tag} ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
  shift 2
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The npm settings of this machine are mounted during the build and never become part of an image.
write_npm_settings() {
  local user_settings certificates
  user_settings=$(npm config get userconfig)
  certificates=$(npm config get cafile)
  if [ -f "$user_settings" ]; then cat "$user_settings"; fi
  echo
  echo "registry=$(npm config get registry)"
  if [ -f "$certificates" ]; then echo "cafile=/etc/ssl/certs/ca-certificates.crt"; fi
}

# debootstrap's mirror is the first Debian archive of this machine.
make_base_images() {
  local mirror container version
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' |
    head -n 1)
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$scratch/root" "$mirror"
  # The mirror is this machine's own.
  rm -rf "$scratch/root/etc/apt/sources.list" "$scratch"/root/var/{cache/apt,lib/apt/lists,log/bootstrap.log}
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$scratch/root" /
  buildah commit --quiet "$container" app-platform/base-runtime
  version=$(sed -n 's/^ARG NODE_VERSION=//p' deploy/Dockerfile)
  npm install --silent --global --prefix "$scratch/npm" "node@$version" "npm@$(npm --version)"
  mv --force "$scratch/npm/lib/node_modules/node/bin/node" "$scratch/npm/bin/node"
  buildah add --quiet "$container" "$scratch/npm" /usr/local
  buildah commit --quiet --rm "$container" app-platform/base-build
}

build() {
  local target=$1
  local options=(--isolation chroot --file deploy/Dockerfile --target "$target"
    --tag "app-platform/$target:$tag"
    --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)" --build-arg "VERSION=$tag"
    --volume "$scratch/npmrc:/root/.npmrc:ro")
  local certificates
  certificates=$(npm config get cafile)
  if [ -f "$certificates" ]; then
    options+=(--volume "$certificates:/etc/ssl/certs/ca-certificates.crt:ro")
  fi
  if [ -n "${BUILD_IMAGE:-}" ]; then options+=(--build-arg "BUILD_IMAGE=$BUILD_IMAGE"); fi
  if [ -n "${RUNTIME_IMAGE:-}" ]; then options+=(--build-arg "RUNTIME_IMAGE=$RUNTIME_IMAGE"); fi
  buildah bud --layers "${options[@]}" .
}

write_npm_settings >"$scratch/npmrc"
case "$base" in
  pull) ;;
  debootstrap)
    make_base_images
    BUILD_IMAGE=localhost/app-platform/base-build
    RUNTIME_IMAGE=localhost/app-platform/base-runtime
    ;;
  *) echo "--base takes debootstrap, not $base" >&2; exit 2 ;;
esac
build registry
build oauth
