#!/usr/bin/env bash
# Writes FOLDER/images/kustomization.yaml, a Kustomize component that pins images by digest.
#
#   deploy/write-image-digests.sh FOLDER REGISTRY NAME=DIGEST…
#
# FOLDER is an overlay. REGISTRY is HOST/PATH, or empty where the overlay names the registry itself.
set -euo pipefail

if [ $# -lt 3 ]; then
  sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
folder=$1/images
registry=$2
shift 2

lines=()
for image in "$@"; do
  name=${image%%=*}
  digest=${image#*=}
  if ! [[ $name =~ ^[a-z]+$ && $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then
    echo "$image is not NAME=sha256:DIGEST" >&2
    exit 2
  fi
  lines+=("  - name: app-platform/$name")
  if [ -n "$registry" ]; then lines+=("    newName: $registry/$name"); fi
  lines+=("    digest: $digest")
done

mkdir -p "$folder"
{
  echo '# Written by deploy/build-images.sh.'
  echo 'apiVersion: kustomize.config.k8s.io/v1alpha1'
  echo 'kind: Component'
  echo 'images:'
  printf '%s\n' "${lines[@]}"
} >"$folder/kustomization.yaml"
