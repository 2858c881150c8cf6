import type { DatabaseConnection } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { type Issued, watchDriver } from '@app-platform/testing/statements/watched-driver';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { genericPlan } from './generic-plan.ts';
import { attributeCheckFaults, otherScans } from './key-lookups.ts';

/** Every statement that was issued, by its text. */
const issued = new Map<string, Issued & { connection: DatabaseConnection }>();
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({
    open: async (service) => {
      const connection = await openTestDatabase(service, 'owner');
      return watchDriver(connection, (one) => issued.set(one.sql, { ...one, connection }));
    },
  });
});
afterAll(() => platform?.close());

/** Each finds one record, the few secrets of an app, or the few ends of grants of an organization. */
const KEYS = [
  'account_pkey',
  'api_key_digest_key',
  'app_client_id_key',
  'app_name_key',
  'app_pkey',
  'app_policy_pkey',
  'app_version_app_id_precedence_key',
  'app_version_pkey',
  'client_secret_app_id_idx',
  'ended_grants_organization_id_ended_at_idx',
  'installation_app_id_organization_id_idx',
  'installation_pkey',
  'organization_pkey',
  'provider_record_pkey',
  'public_identifier_pkey',
  'public_name_pkey',
  'reserved_name_pkey',
];

/** What is wrong with how those statements that hold one of the texts are planned for good. */
async function faultsOfThoseWith(...texts: string[]): Promise<[string, string[]][]> {
  // Looked for before the first is planned, since planning issues statements that hold them too.
  const asked = texts.flatMap((text) =>
    [...issued.values()].filter(({ sql }) => sql.includes(text)),
  );
  const faults: [string, string[]][] = [];
  for (const { sql, connection } of asked) {
    faults.push([sql, otherScans(await genericPlan(connection, sql), KEYS)]);
  }
  return faults;
}

describe('what is planned for good while its tables are new looks up records by their keys', () => {
  it('the checks of attributes', async () => {
    expect(await attributeCheckFaults(platform.connections.registry)).toEqual([]);
  });

  it('a refresh, and what the registry is asked for its client', async () => {
    issued.clear();
    const { app, tokens } = await authorizedApp(platform);
    const grant = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(grant)).status).toBe(200);
    const texts = ['asked (client_id', 'asked.place::int4 AS place, r.payload', 'a.used'];
    for (const text of texts) {
      const statements = await faultsOfThoseWith(text);
      expect(statements).toEqual(statements.map(([sql]) => [sql, []]));
      expect([text, statements.length > 0]).toEqual([text, true]);
    }
  });

  it('a read by a short name, which is one statement', async () => {
    const { app } = await authorizedApp(platform);
    issued.clear();
    const shortName = app.name.replace(/_[0-9a-f]{24}$/, '');
    const response = await fetch(`${platform.baseUrl}/v1/apps/available/${shortName}`, {
      headers: { authorization: `Bearer ${app.apiKey}` },
    });
    expect(response.status).toBe(200);
    const statements = await faultsOfThoseWith('FROM app');
    expect(statements).toEqual(statements.map(([sql]) => [sql, []]));
    expect(statements).toHaveLength(1);
  });

  it('registrations of a first and a later version', async () => {
    const { app } = await authorizedApp(platform);
    issued.clear();
    for (const definition of [
      { app: 'young', version: '0.0.1', title: 'Young' },
      { app: 'young', version: '0.0.2' },
    ]) {
      const response = await fetch(`${platform.baseUrl}/v1/apps/available`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(definition),
      });
      expect(response.status).toBe(201);
    }
    const statements = await faultsOfThoseWith(
      'possible (name)',
      'INTO public_identifier',
      'INTO public_name',
      'FROM reserved_name',
      'INTO app',
      'UPDATE app SET',
      'INTO audit_event',
    );
    expect(statements).toEqual(statements.map(([sql]) => [sql, []]));
    expect(statements).toHaveLength(8);
  });
});
