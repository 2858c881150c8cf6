import { randomBytes } from 'node:crypto';
import type { DatabaseConnection } from '@app-platform/service-kit/database';
import { openTestDatabase } from '@app-platform/workbench/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizedApp } from '../flow/authorized-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { freePort } from '../flow/run-process.ts';
import { type Issued, watchDriver } from '../flow/watched-driver.ts';
import { genericPlan } from './generic-plan.ts';

/** Every statement that was issued, by its text. */
const issued = new Map<string, Issued & { connection: DatabaseConnection }>();
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({
    kept: {
      open: async (service) => {
        const connection = await openTestDatabase(service);
        return watchDriver(connection, (one) => issued.set(one.sql, { ...one, connection }));
      },
      port: await freePort(),
      oauthPort: await freePort(),
      keysEncryptionKey: randomBytes(32).toString('base64url'),
    },
  });
}, 120_000);
afterAll(() => platform?.close());

/** Each finds one record, or the few secrets of an app. */
const KEYS = [
  'provider_record_pkey',
  'account_pkey',
  'app_client_id_key',
  'installation_pkey',
  'client_secret_app_id_idx',
];

/** The scans of a plan that read more than what is looked for. */
function faultsOf(plan: string[]): string[] {
  return plan.filter((line) => {
    const [, index] = / (?:using|Bitmap Index Scan on) (\w+)/.exec(line) ?? [];
    return line.includes('Seq Scan on') || (index !== undefined && !KEYS.includes(index));
  });
}

it('a refresh that is planned for good while its tables are new looks up records by their keys', async () => {
  const { app, tokens } = await authorizedApp(platform);
  issued.clear();
  const grant = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
  expect((await app.token(grant)).status).toBe(200);
  // Keys and revocations are read meanwhile, by nobody's request.
  const ofRefreshes = [...issued.values()].filter(({ sql }) => sql.includes('unnest('));
  expect(ofRefreshes).toHaveLength(3);
  for (const { sql, connection } of ofRefreshes) {
    const plan = await genericPlan(connection, sql);
    expect({ sql, faults: faultsOf(plan) }).toEqual({ sql, faults: [] });
  }
});
