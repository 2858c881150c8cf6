import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { codeWith } from './guide.ts';
import { type KubernetesObject, podsOf } from './kubernetes-objects.ts';
import { kustomizationOf, render, renderGuide } from './renderings.ts';
import { environmentOf, migrations, type ServiceContainer, servers, services } from './services.ts';

const kubernetes = resolve(import.meta.dirname, '../../../deploy/kubernetes');

/** Writes its name and arguments to a file. */
const RECORD = '#!/bin/sh\necho "$(basename "$0") $*" >>"$RECORD"\n';
/** Makes Secrets without a cluster, and keeps them. */
const KUBECTL_FOR_SECRETS = `${RECORD}
if [ "$1 $2 $3" = "create secret generic" ]; then
  echo --- >>"$SECRETS"
  PATH="\${PATH#*:}" kubectl "$@" --dry-run=client --output yaml >>"$SECRETS"
fi
`;
/** Answers `get job` with the next of some files, and with the last one again. */
const KUBECTL_FOR_JOBS = `${RECORD}
if [ "$1 $2" = "get job" ]; then
  number=$(($(cat "$ANSWERS/number" 2>/dev/null || echo 0) + 1))
  if [ ! -f "$ANSWERS/$number" ]; then number=$((number - 1)); fi
  echo "$number" >"$ANSWERS/number"
  cat "$ANSWERS/$number"
fi
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steps-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode: 0o755 });
}

/** Runs steps of the guide, with programs of that kind in front of those of this machine. */
function follow(steps: string, programs: Record<string, string>) {
  for (const [name, program] of Object.entries(programs)) write(join('bin', name), program);
  const { status, stderr } = spawnSync('bash', ['-c', steps], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 30_000,
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      RECORD: join(folder, 'record'),
      ANSWERS: join(folder, 'answers'),
      SECRETS: join(folder, 'secrets'),
    },
  });
  const calls = readFileSync(join(folder, 'record'), 'utf8').trim().split('\n');
  return { status, stderr, calls };
}

/** That the Secrets that were made are those that the services ask for, with valid values. */
function expectStartWithSecrets(objects: KubernetesObject[]): void {
  const documents = parseAllDocuments(readFileSync(join(folder, 'secrets'), 'utf8'));
  const made = new Map(
    documents.map((document) => [document.toJS().metadata.name, document.toJS().data]),
  );
  const environment = (container: ServiceContainer) => {
    const { values, secrets } = environmentOf(objects, container);
    const read = [...secrets].flatMap(([name, from]) => {
      const value = made.get(from.name)?.[from.key];
      return value ? [[name, Buffer.from(value, 'base64').toString()]] : [];
    });
    return { ...Object.fromEntries(values), ...Object.fromEntries(read) };
  };
  const containers = [...servers(objects), ...migrations(objects)];
  expect(containers).toHaveLength(4);
  for (const container of containers) {
    const { readConfig, readMigrationConfig } = services[container.service];
    const read = container.pods.kind === 'Deployment' ? readConfig : readMigrationConfig;
    expect(() => read(environment(container))).not.toThrow();
  }
}

test("step 2 of the guide makes the Secrets that the guide's overlay asks for", () => {
  const steps = codeWith('sh', 'secret generic registry-migrator --from-env-file');
  expect(follow(steps, { kubectl: KUBECTL_FOR_SECRETS })).toMatchObject({ status: 0, stderr: '' });
  expectStartWithSecrets(renderGuide());
});

describe('step 3 of the guide', () => {
  const [waiting, complete, failed] = [
    'oauth-migration Complete\nregistry-migration \n',
    'oauth-migration Complete\nregistry-migration SuccessCriteriaMet Complete\n',
    'oauth-migration Complete\nregistry-migration FailureTarget Failed\n',
  ];
  const first =
    'kubectl apply --kustomize . --selector app.kubernetes.io/component notin (server,operator)';

  function apply(answers: string[], edit = (steps: string) => steps) {
    for (const [index, answer] of answers.entries()) write(`answers/${index + 1}`, answer);
    const steps = edit(codeWith('sh', 'wait_for_migrations()'));
    const { calls, ...rest } = follow(steps, { kubectl: KUBECTL_FOR_JOBS, sleep: RECORD });
    const applied = calls.filter((call) => /^kubectl (apply|rollout)/.test(call));
    return { ...rest, applied, asked: calls.filter((call) => /^kubectl get/.test(call)).length };
  }

  test('starts the servers when both migrations are complete', () => {
    const { status, applied, asked } = apply(['', waiting, complete]);
    expect(applied).toEqual([
      first,
      'kubectl apply --kustomize .',
      'kubectl rollout status deployment registry --timeout 5m',
      'kubectl rollout status deployment oauth --timeout 5m',
    ]);
    expect([status, asked]).toEqual([0, 3]);
  });

  test('ends at once when a migration failed, and starts no server', () => {
    const { status, stderr, applied, asked } = apply([waiting, failed]);
    expect(applied).toEqual([first]);
    expect(stderr).toContain('registry-migration FailureTarget Failed');
    expect([status, asked]).toEqual([1, 2]);
  });

  test('ends after a bounded time', () => {
    const edit = (steps: string) => steps.replace('seq 3600', 'seq 3');
    const { status, stderr, applied } = apply([waiting], edit);
    expect(applied).toEqual([first]);
    expect(stderr).toContain('The migrations are not complete');
    expect(status).toBe(1);
  });
});

describe('the steps for kind', () => {
  const steps = codeWith('sh', 'kind load docker-image');

  test('name the version of the overlay', () => {
    const { images } = kustomizationOf('overlays/development/images');
    expect(steps).toContain('VERSION=development');
    expect(images.map(({ newTag }: { newTag: string }) => newTag)).toEqual([
      'development',
      'development',
      'development',
    ]);
  });

  test('load what they build, which the overlay runs, and make its Secrets', () => {
    cpSync(kubernetes, join(folder, 'deploy/kubernetes'), { recursive: true });
    const { status, calls } = follow(steps.replace('VERSION=development', 'VERSION=7'), {
      docker: RECORD,
      kind: RECORD,
      kubectl: KUBECTL_FOR_SECRETS,
    });
    const loaded = calls.flatMap((call) => /^kind load docker-image (.*)/.exec(call)?.[1] ?? []);
    const built = calls.flatMap((call) => /^docker .* --tag (\S+)/.exec(call)?.[1] ?? []);
    const objects = render(join(folder, 'deploy/kubernetes/overlays/development'));
    const images = podsOf(objects).flatMap(({ spec }) => spec.containers.map(({ image }) => image));
    expect(status).toBe(0);
    expect(loaded).toEqual(built);
    expect(loaded).toEqual([
      'app-platform/registry:7',
      'app-platform/oauth:7',
      'app-platform/operator:7',
    ]);
    expect(new Set(images.filter((image) => image?.startsWith('app-platform/')))).toEqual(
      new Set(loaded.slice(0, 2)),
    );
    expectStartWithSecrets(objects);
  });
});
