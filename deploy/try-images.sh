#!/usr/bin/env bash
# Runs the images of deploy/build-images.sh with runc, as user 65532 on a read-only file system and
# without capabilities: migrates both databases, starts both services, waits for /readyz, and prints the
# usage of the operator's command line.
#
#   REGISTRY_DATABASE_URL=postgresql://… OAUTH_DATABASE_URL=postgresql://… REDIS_URL=redis://… \
#     deploy/try-images.sh [--tag TAG]
#
# The containers share the network of this machine; REGISTRY_PORT, REGISTRY_INTERNAL_PORT, OAUTH_PORT
# and OAUTH_INTERNAL_PORT are honoured. This needs root, buildah, runc and Node.js.
set -euo pipefail

tag=development
if [ "${1:-}" = --tag ]; then tag=$2; fi
: "${REGISTRY_DATABASE_URL:?}" "${OAUTH_DATABASE_URL:?}" "${REDIS_URL:?}"

scratch=$(mktemp -d)
containers=()
running=()

clean_up() {
  for name in "${running[@]}"; do
    runc kill "$name" TERM 2>/dev/null || true
  done
  wait
  for container in "${containers[@]}"; do
    buildah rm "$container" >/dev/null
  done
  rm -rf "$scratch"
}
trap clean_up EXIT

# A bundle of runc for one service: $scratch/SERVICE, with the variables in `environment`.
make_bundle() {
  local service=$1 container root
  container=$(buildah from "localhost/app-platform/$service:$tag")
  containers+=("$container")
  root=$(buildah mount "$container")
  mkdir "$scratch/$service"
  runc spec --bundle "$scratch/$service"
  node - "$scratch/$service/config.json" "$root" "${environment[@]}" <<'END'
    const { readFileSync, writeFileSync } = require('node:fs');
    const [file, root, ...env] = process.argv.slice(2);
    const config = JSON.parse(readFileSync(file, 'utf8'));
    config.root = { path: root, readonly: true };
    Object.assign(config.process, {
      terminal: false, cwd: '/app', env, user: { uid: 65532, gid: 65532 }, capabilities: {}, noNewPrivileges: true,
    });
    config.linux.namespaces = config.linux.namespaces.filter(({ type }) => type !== 'network');
    writeFileSync(file, JSON.stringify(config));
END
}

# Runs one program of an image, with arguments.
run() {
  local service=$1 program=$2 name=app-platform-$1-$$-$2 config=$scratch/$1/config.json
  node - "$config" "$program" "${@:3}" <<'END'
    const { readFileSync, writeFileSync } = require('node:fs');
    const [file, program, ...parameters] = process.argv.slice(2);
    const config = JSON.parse(readFileSync(file, 'utf8'));
    config.process.args = ['/usr/local/bin/node', `dist/${program}.js`, ...parameters];
    writeFileSync(file, JSON.stringify(config));
END
  runc run --bundle "$scratch/$service" "$name"
}

wait_until_ready() {
  local service=$1 port=$2
  for _ in $(seq 1 60); do
    if curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; then
      echo "$service: /readyz 200 as $(ps -o uid= -p "$(runc state "app-platform-$service-$$-main" | sed -n 's/.*"pid": \([0-9]*\).*/\1/p')" | tr -d ' ')"
      return
    fi
    sleep 0.5
  done
  echo "$service: /readyz did not answer 200 within 30 s" >&2
  return 1
}

random() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n'; }
registry_internal=${REGISTRY_INTERNAL_PORT:-4100}
oauth_internal=${OAUTH_INTERNAL_PORT:-4101}
environment=(NODE_ENV=production BASE_URL=https://registry.example.com OAUTH_URL=https://oauth.example.com
  "SERVICE_TOKEN=$(random)" "OPERATOR_TOKEN=$(random)" "KEYS_ENCRYPTION_KEY=$(random)"
  "WEBHOOKS_ENCRYPTION_KEY=$(random)"
  "REDIS_URL=$REDIS_URL" "REDIS_PREFIX=app-platform-images-$$:" TRUSTED_PROXIES=1 DRAIN_MILLISECONDS=0
  "REGISTRY_DATABASE_URL=$REGISTRY_DATABASE_URL" "OAUTH_DATABASE_URL=$OAUTH_DATABASE_URL"
  "REGISTRY_PORT=${REGISTRY_PORT:-4000}" "REGISTRY_INTERNAL_PORT=$registry_internal"
  "OAUTH_PORT=${OAUTH_PORT:-4001}" "OAUTH_INTERNAL_PORT=$oauth_internal"
  "REGISTRY_INTERNAL_URL=http://127.0.0.1:$registry_internal"
  "OAUTH_INTERNAL_URL=http://127.0.0.1:$oauth_internal")

for service in registry oauth; do
  make_bundle "$service"
  run "$service" migrate
  run "$service" main >"$scratch/$service.log" 2>&1 &
  running+=("app-platform-$service-$$-main")
done
wait_until_ready registry "$registry_internal" || { cat "$scratch/registry.log"; exit 1; }
wait_until_ready oauth "$oauth_internal" || { cat "$scratch/oauth.log"; exit 1; }
make_bundle operator
run operator main --help
