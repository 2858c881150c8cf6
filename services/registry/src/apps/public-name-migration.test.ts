import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameSkeleton } from '@app-platform/app-definition';
import {
  applyMigrations,
  connectDatabase,
  type DatabaseConnection,
  prismaFolderAbove,
} from '@app-platform/runtime/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const MIGRATION = '20261123130000_public_names';
const [FIRST, SECOND] = ['a'.repeat(24), 'b'.repeat(24)];
/** Every character that a name may have. */
const ALL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz_0123456789';

/** As the release before the migration wrote them; the ids say which was registered first. */
const APPS: [id: number, name: string, organization: string, visibility: string][] = [
  [1, 'OrderTracker', SECOND, 'public'],
  [2, 'order_tracker', FIRST, 'public'],
  [3, 'order_trackcr', FIRST, 'public'],
  [4, 'ordertracker', FIRST, 'public'],
  [5, ALL, FIRST, 'public'],
  [6, `hidden_${FIRST}`, FIRST, 'private'],
];

const folder = prismaFolderAbove(import.meta.dirname, 'registry');
let connection: DatabaseConnection;
let copy: string;

beforeAll(async () => {
  connection = await connectDatabase('pglite:');
  copy = await mkdtemp(join(tmpdir(), 'app-platform-migrations-'));
  await cp(folder, copy, { recursive: true });
  const all = join(copy, 'migrations');
  const later = (await readdir(all)).filter((one) => /^\d/.test(one) && one >= MIGRATION);
  for (const one of later) await rm(join(all, one), { recursive: true });
  await applyMigrations(connection.adapter, copy);
  const session = await connection.adapter.connect();
  const rows = APPS.map(
    ([id, name, organization, visibility]) =>
      `(${id}, '${name}', '${organization}', '${visibility}', 'id${id}', 'client${id}', '{}', '1.0.0',
        '1.0.0', 'x', '', '{}', '{}', '')`,
  );
  await session.executeScript(`
    INSERT INTO organization (id, name) VALUES ('${FIRST}', 'First'), ('${SECOND}', 'Second');
    INSERT INTO app (id, name, organization_id, visibility, identifier, client_id, operator_tags,
                     version, highest_version, title, description, tags, redirect_uris, search_text)
      VALUES ${rows.join()}`);
  await session.dispose();
  await applyMigrations(connection.adapter, folder);
});
afterAll(async () => {
  await connection?.close();
  await rm(copy, { recursive: true, force: true });
});

describe('public apps that were registered before names were compared', () => {
  it('hold the skeletons of their names; of two that look alike, the first one does', async () => {
    const statement = {
      name: 'list-public-names',
      text: `SELECT skeleton, name, organization_id AS "organizationId" FROM public_name`,
      parameters: {},
      row: { skeleton: 'text', name: 'text', organizationId: 'text' },
    } as const;
    const rows = await connection.statements.rows(statement, {});
    const expected = [
      ['OrderTracker', SECOND],
      ['order_trackcr', FIRST],
      [ALL, FIRST],
    ].map(([name = '', organizationId]) => ({
      skeleton: nameSkeleton(name),
      name,
      organizationId,
    }));
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });
});
