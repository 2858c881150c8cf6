import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { codeWith } from './guide.ts';
import { podsOf } from './kubernetes-objects.ts';
import { renderGuide, withComponents } from './renderings.ts';
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
const KUBECTL = `${RECORD}
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

describe.each([
  ["step 2 of the guide, for the guide's overlay", 'secret generic registry-migrator', renderGuide],
  ['the steps for kind', 'kind load docker-image', () => withComponents('development', []).objects],
])('%s', (_name, text, render) => {
  test('makes the Secrets that the services ask for, with values that they accept', () => {
    mkdirSync(join(folder, 'deploy/kubernetes/overlays/development/images'), { recursive: true });
    const { stderr } = follow(codeWith('sh', text), {
      docker: RECORD,
      kind: RECORD,
      kubectl: KUBECTL_FOR_SECRETS,
    });
    expect(stderr).not.toContain('rror');
    const made = new Map(
      parseAllDocuments(readFileSync(join(folder, 'secrets'), 'utf8')).map((document) => {
        const { metadata, data } = document.toJS();
        return [metadata.name, data];
      }),
    );
    const objects = render();
    const environment = (container: ServiceContainer) => {
      const { values, secrets } = environmentOf(objects, container);
      const read = [...secrets].flatMap(([name, from]) => {
        const value = made.get(from.name)?.[from.key];
        return value ? [[name, Buffer.from(value, 'base64').toString()]] : [];
      });
      return { ...Object.fromEntries(values), ...Object.fromEntries(read) };
    };
    for (const server of servers(objects)) {
      expect(() => services[server.service].readConfig(environment(server))).not.toThrow();
    }
    for (const migration of migrations(objects)) {
      const { readMigrationConfig } = services[migration.service];
      expect(() => readMigrationConfig(environment(migration))).not.toThrow();
    }
  });
});

describe('step 3 of the guide', () => {
  const [waiting, complete, failed] = [
    'oauth-migration Complete\nregistry-migration \n',
    'oauth-migration Complete\nregistry-migration SuccessCriteriaMet Complete\n',
    'oauth-migration Complete\nregistry-migration FailureTarget Failed\n',
  ];
  const first =
    'kubectl apply --kustomize . --selector app.kubernetes.io/component notin (server,operator)';

  function apply(answers: string[]) {
    for (const [index, answer] of answers.entries()) write(`answers/${index + 1}`, answer);
    const steps = codeWith('sh', 'wait_for_migrations()');
    const { calls, ...rest } = follow(steps, { kubectl: KUBECTL, sleep: RECORD });
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
    const steps = codeWith('sh', 'wait_for_migrations()').replace('seq 900', 'seq 3');
    write('answers/1', waiting);
    const { status, stderr } = follow(steps, { kubectl: KUBECTL, sleep: RECORD });
    expect(stderr).toContain('The migrations are not complete');
    expect(status).toBe(1);
  });
});

describe('the steps for kind', () => {
  test.each(['development', '7'])('load the version %s that the overlay runs', (version) => {
    cpSync(kubernetes, join(folder, 'deploy/kubernetes'), { recursive: true });
    const steps = codeWith('sh', 'kind load docker-image').replace(
      'VERSION=development',
      `VERSION=${version}`,
    );
    const programs = { docker: RECORD, kind: RECORD, kubectl: RECORD };
    const { status, calls } = follow(steps, programs);
    const loaded = calls.flatMap((call) => /^kind load docker-image (.*)/.exec(call)?.[1] ?? []);
    const built = calls.flatMap((call) => /^docker .* --tag (\S+)/.exec(call)?.[1] ?? []);
    const rendered = execFileSync(
      'kubectl',
      ['kustomize', join(folder, 'deploy/kubernetes/overlays/development')],
      { encoding: 'utf8' },
    );
    const objects = parseAllDocuments(rendered).map((document) => document.toJS());
    const images = podsOf(objects).flatMap(({ spec }) => spec.containers.map(({ image }) => image));
    expect(status).toBe(0);
    expect(loaded).toEqual(built);
    expect(loaded).toEqual([
      `app-platform/registry:${version}`,
      `app-platform/oauth:${version}`,
      `app-platform/operator:${version}`,
    ]);
    expect(new Set(images.filter((image) => image?.startsWith('app-platform/')))).toEqual(
      new Set(loaded.slice(0, 2)),
    );
  });
});
