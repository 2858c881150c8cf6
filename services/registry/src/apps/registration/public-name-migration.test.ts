import { nameSkeleton } from '@app-platform/app-definition';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedFrom } from '../../../testing/open-migrated-from.ts';

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

let connection: DatabaseConnection;

beforeAll(async () => {
  const rows = APPS.map(
    ([id, name, organization, visibility]) =>
      `(${id}, '${name}', '${organization}', '${visibility}', 'id${id}', 'client${id}', '{}', '1.0.0',
        '1.0.0', 'x', '', '{}', '{}', '')`,
  );
  connection = await openMigratedFrom(
    MIGRATION,
    `
    INSERT INTO organization (id, name) VALUES ('${FIRST}', 'First'), ('${SECOND}', 'Second');
    INSERT INTO app (id, name, organization_id, visibility, identifier, client_id, operator_tags,
                     version, highest_version, title, description, tags, redirect_uris, search_text)
      VALUES ${rows.join()}`,
  );
});
afterAll(() => connection?.close());

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
