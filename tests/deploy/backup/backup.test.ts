import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokens } from '@app-platform/testing/credentials';
import { postJson } from '@app-platform/testing/http/api-caller';
import { freePorts } from '@app-platform/testing/processes/free-ports';
import { type Finished, RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../config.ts';
import { ofKind } from '../kubernetes/kubernetes-objects.ts';
import { renderWithComponent } from '../kubernetes/render-with-component.ts';
import { ScratchDatabases } from '../scratch-databases.ts';

const services = ['registry', 'oauth'] as const;
type Service = (typeof services)[number];

const objects = renderWithComponent('backup');
const databases = new ScratchDatabases(serverUrl);
const role = `app_platform_backup_${randomBytes(6).toString('hex')}`;
const urls = { registry: '', oauth: '' };
let folder: string;

beforeAll(async () => {
  await databases.serverVersion();
  folder = await mkdtemp(join(tmpdir(), 'app-platform-backup-'));
  // As docs/operating.md says.
  await databases.query(
    serverUrl,
    `CREATE ROLE ${role} LOGIN PASSWORD 'backup' IN ROLE pg_read_all_data`,
  );
  for (const service of services) urls[service] = await databases.create(service);
});
afterAll(async () => {
  RunningProcess.endAll();
  await databases.dropAll();
  await databases.query(serverUrl, `DROP ROLE ${role}`);
  await rm(folder, { recursive: true });
});

/** Runs a program with what the image has on its PATH. */
function run(program: string, parameters: string[], environment = {}): Promise<Finished> {
  return new RunningProcess(parameters, environment, { node: program, cwd: folder }).finished();
}

function asBackupRole(url: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = 'backup';
  return address.href;
}

/** Runs the rendered script with the variables of its CronJob. */
async function backUp(service: Service, changes: Record<string, string> = {}): Promise<Finished> {
  const cronJob = ofKind(objects, 'CronJob').find(
    ({ metadata }) => metadata?.name === `${service}-backup`,
  );
  const pod = cronJob?.spec?.jobTemplate.spec?.template.spec;
  const [container] = pod?.containers ?? [];
  expect(container?.command).toEqual(['sh', '/scripts/backup.sh']);
  const scripts = pod?.volumes?.find(({ name }) => name === 'scripts')?.configMap?.name;
  const map = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata?.name === scripts);
  const script = join(folder, 'backup.sh');
  await writeFile(script, map?.data?.['backup.sh'] ?? '');
  const values = (container?.env ?? []).flatMap(({ name, value }) =>
    value ? [[name, value]] : [],
  );
  return run('sh', [script], {
    ...Object.fromEntries(values),
    DATABASE_URL: asBackupRole(urls[service]),
    BACKUP_FOLDER: folder,
    ...changes,
  });
}

const dumpsOf = async (service: Service) =>
  (await readdir(folder)).filter((name) => new RegExp(`^${service}-.*\\.dump$`).test(name)).sort();

/** A registry that serves a database. */
async function startRegistry(databaseUrl: string) {
  const [port = 0, internalPort = 0] = await freePorts(2);
  const service = new RunningProcess(['services/registry/src/main.ts'], {
    REGISTRY_PORT: String(port),
    REGISTRY_INTERNAL_PORT: String(internalPort),
    REGISTRY_DATABASE_URL: databaseUrl,
    SERVICE_TOKEN: tokens.serviceToken,
    OPERATOR_TOKEN: tokens.operatorToken,
    WEBHOOKS_ENCRYPTION_KEY: 'w'.repeat(43),
    NODE_ENV: 'production',
    DRAIN_MILLISECONDS: '0',
  });
  await service.says('"ready"');
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    internalUrl: `http://127.0.0.1:${internalPort}`,
  };
}

describe('a backup', () => {
  it('of a role that can only read is complete: a registry serves what was restored', async () => {
    const before = await startRegistry(urls.registry);
    const organizations = `${before.internalUrl}/internal/organizations`;
    const { id } = await postJson(organizations, tokens.operatorToken, { name: 'Acme' });
    const { key } = await postJson(`${organizations}/${id}/api-keys`, tokens.operatorToken, {
      roles: ['org.admin.apps'],
    });
    const app = { app: 'loyalty', version: '0.0.1', title: 'Loyalty', visibility: 'private' };
    await postJson(`${before.url}/v1/apps/available`, key, app);
    for (const service of services) {
      expect(await backUp(service)).toMatchObject({ code: 0, stderr: '' });
    }
    await before.service.stop();

    for (const service of services) {
      const [dump = ''] = await dumpsOf(service);
      urls[service] = await databases.create();
      // As docs/operating.md says.
      const restoring = ['--exit-on-error', '--single-transaction', '--no-owner'];
      expect(
        await run('pg_restore', [...restoring, `--dbname=${urls[service]}`, join(folder, dump)]),
      ).toMatchObject({ code: 0, stderr: '' });
    }
    const after = await startRegistry(urls.registry);
    const read = await fetch(`${after.url}/v1/apps/available/loyalty-0.0.1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await read.json()).toMatchObject({ data: { attributes: { title: 'Loyalty' } } });
    await after.service.stop();
  });

  it('removes the oldest dumps of its database, and no others', async () => {
    const old = ['20260101', '20260102', '20260103'].map((day) => `${day}T011700Z.dump`);
    for (const name of old) {
      for (const service of services) await writeFile(join(folder, `${service}-${name}`), '');
    }
    const oauth = await dumpsOf('oauth');
    expect(await backUp('registry', { BACKUPS_KEPT: '3' })).toMatchObject({ code: 0 });
    const kept = await dumpsOf('registry');
    expect(kept).toHaveLength(3);
    expect(kept.filter((name) => name.includes('202601'))).toEqual([
      'registry-20260103T011700Z.dump',
    ]);
    expect(await dumpsOf('oauth')).toEqual(oauth);
  });

  it('that fails ends with an error and changes no dump', async () => {
    const before = await dumpsOf('registry');
    const unreachable = 'postgresql://nobody@127.0.0.1:1/registry';
    const { code, stderr } = await backUp('registry', {
      DATABASE_URL: unreachable,
      BACKUPS_KEPT: '1',
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Connection refused')]);
    expect(await dumpsOf('registry')).toEqual(before);
  });

  it('may write nothing to the database', async () => {
    const deleting = databases.query(asBackupRole(urls.registry), 'DELETE FROM organization');
    await expect(deleting).rejects.toThrow('permission denied');
  });
});

describe('the pods of the backup', () => {
  it('reach the database where the servers reach it', () => {
    const policy = ofKind(objects, 'NetworkPolicy').find(
      ({ metadata }) => metadata?.name === 'postgresql',
    );
    expect(JSON.stringify(policy?.spec?.podSelector)).toContain('"backup"');
  });
});
