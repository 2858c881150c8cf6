#!/usr/bin/env bash
# Builds the images of deploy/Dockerfile, each with a CycloneDX document beside it.
#
#   deploy/build-images.sh [--builder buildah|docker] [--tag TAG] [--no-cache]
#     [--build-image IMAGE] [--runtime-image IMAGE] [--base debootstrap]
#     [--output FOLDER] [--registry HOST/PATH] [--push] [--overlay FOLDER]
#
# --builder        buildah, which needs no daemon, or docker with buildx. The default is the one that is
#                  installed; buildah of both.
# --tag            the tag and the version in the labels; $VERSION, or `development`
# --build-image, --runtime-image
#                  the base images, by digest for example, instead of those that the Dockerfile names
# --base debootstrap
#                  makes both base images of Debian packages and the Node.js that the Dockerfile names, for
#                  networks without an image registry; needs root, buildah and debootstrap
# --output         where images and documents are written; dist/images
# --registry       where the overlay pulls the images, as HOST/PATH/NAME
# --push           pushes to --registry, and takes the digests from there. Otherwise they are those of the
#                  OCI layouts in --output, which a registry serves after a copy that keeps digests.
# --overlay        writes the digests to FOLDER/images/kustomization.yaml
#
# Equal commits, bases and tags make equal layers: SOURCE_DATE_EPOCH, by default the time of the commit, is
# the time of every file.
set -euo pipefail
invoked_from=$PWD
cd "$(dirname "$0")/.."

usage() { sed -n '2,/^set/s/^# \{0,1\}//p' deploy/build-images.sh >&2; exit 2; }

builder=
base=pull
tag=${VERSION:-development}
build_image=${BUILD_IMAGE:-}
runtime_image=${RUNTIME_IMAGE:-}
output=dist/images
registry=
overlay=
push=no
cache=yes
while [ $# -gt 0 ]; do
  case "$1" in
    --push) push=yes; shift; continue ;;
    --no-cache) cache=no; shift; continue ;;
    --builder | --tag | --base | --build-image | --runtime-image | --output | --registry | --overlay) ;;
    *) usage ;;
  esac
  if [ $# -lt 2 ]; then usage; fi
  case "$1" in
    --builder) builder=$2 ;;
    --tag) tag=$2 ;;
    --base) base=$2 ;;
    --build-image) build_image=$2 ;;
    --runtime-image) runtime_image=$2 ;;
    --output) output=$(cd "$invoked_from" && realpath --canonicalize-missing "$2") ;;
    --registry) registry=$2 ;;
    --overlay) overlay=$(cd "$invoked_from" && realpath --canonicalize-existing "$2") ;;
  esac
  shift 2
done
if [ -z "$builder" ]; then
  if command -v buildah >/dev/null; then builder=buildah; else builder=docker; fi
fi
case "$builder-$base" in
  buildah-pull | buildah-debootstrap | docker-pull) ;;
  *) usage ;;
esac
if [ "$push" = yes ] && [ -z "$registry" ]; then usage; fi

images=(registry oauth operator)
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)
if [ -n "$(git status --porcelain 2>/dev/null)" ]; then revision+=-dirty; fi
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
mkdir -p "$output"
output=$(realpath "$output")
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
  local mirror container version root=$scratch/root
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' |
    head -n 1)
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$root" "$mirror"
  # The mirror is this machine's own; logs and caches hold the time of the installation.
  rm -rf "$root/etc/apt/sources.list" "$root"/var/{cache/apt,cache/debconf,lib/apt/lists,cache/ldconfig/aux-cache}
  find "$root/var/log" -type f -delete
  # Of this machine.
  rm -f "$root"/etc/{hostname,resolv.conf}
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$root" /
  buildah commit --quiet --timestamp "$epoch" "$container" app-platform/base-runtime
  version=$(sed -n 's/^ARG NODE_VERSION=//p' deploy/Dockerfile)
  npm install --silent --global --prefix "$scratch/npm" "node@$version" "npm@$(npm --version)"
  mv --force "$scratch/npm/lib/node_modules/node/bin/node" "$scratch/npm/bin/node"
  buildah add --quiet "$container" "$scratch/npm" /usr/local
  buildah commit --quiet --rm --timestamp "$epoch" "$container" app-platform/base-build
}

# Options of both builders.
build_options() {
  local target=$1
  options=(--file deploy/Dockerfile --target "$target" --tag "app-platform/$target:$tag"
    --build-arg "REVISION=$revision" --build-arg "VERSION=$tag")
  if [ -n "$build_image" ]; then options+=(--build-arg "BUILD_IMAGE=$build_image"); fi
  if [ -n "$runtime_image" ]; then options+=(--build-arg "RUNTIME_IMAGE=$runtime_image"); fi
}

build_with_buildah() {
  local options certificates
  build_options "$1"
  certificates=$(npm config get cafile)
  options+=(--isolation chroot --layers --timestamp "$epoch" --volume "$scratch/npmrc:/root/.npmrc:ro")
  if [ -f "$certificates" ]; then
    options+=(--volume "$certificates:/etc/ssl/certs/ca-certificates.crt:ro")
  fi
  buildah bud "${options[@]}" "${@:2}" .
}

# Writes the image or pushes it, and puts its digest into $digest.
publish_with_buildah() {
  local name=$1 container
  local destination="oci:$output/$name:$tag"
  if [ "$push" = yes ]; then
    destination="docker://$registry/$name:$tag"
  else
    rm -rf "${output:?}/$name"
  fi
  buildah push --quiet --digestfile "$scratch/$name.digest" "app-platform/$name:$tag" "$destination"
  digest=$(cat "$scratch/$name.digest")
  container=$(buildah from "localhost/app-platform/$name:$tag")
  npm run --silent images:sbom -- "$(buildah mount "$container")" "$output/$name.cdx.json"
  buildah rm "$container" >/dev/null
}

build_with_docker() {
  local options
  build_options "$1"
  docker buildx build --provenance=false --build-arg "SOURCE_DATE_EPOCH=$epoch" "${options[@]}" "${@:2}" .
}

publish_with_docker() {
  local name=$1
  local result="type=oci,dest=$output/$name.tar,rewrite-timestamp=true"
  if [ "$push" = yes ]; then
    result="type=image,name=$registry/$name:$tag,push=true,rewrite-timestamp=true"
  fi
  build_with_docker "$name" --output "$result" --metadata-file "$scratch/$name.json"
  digest=$(sed -n 's/.*"containerimage.digest": *"\([^"]*\)".*/\1/p' "$scratch/$name.json")
  build_with_docker "$name" --output "type=local,dest=$scratch/$name"
  npm run --silent images:sbom -- "$scratch/$name" "$output/$name.cdx.json"
}

if [ "$builder" = buildah ]; then write_npm_settings >"$scratch/npmrc"; fi
if [ "$base" = debootstrap ]; then
  make_base_images
  build_image=localhost/app-platform/base-build
  runtime_image=localhost/app-platform/base-runtime
fi
no_cache=()
if [ "$cache" = no ]; then no_cache=(--no-cache); fi
# Once for all images, which then find its layers in the cache.
"build_with_$builder" build "${no_cache[@]}"
digests=()
for name in "${images[@]}"; do
  "build_with_$builder" "$name"
  "publish_with_$builder" "$name"
  digests+=("$name=$digest")
  echo "app-platform/$name:$tag $digest"
done
if [ -n "$overlay" ]; then
  deploy/write-image-digests.sh "$overlay" "$registry" "${digests[@]}"
fi
