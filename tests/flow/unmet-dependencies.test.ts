import type { Problem } from '@app-platform/contracts';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { watchDriver } from '@app-platform/testing/statements/watched-driver';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

/** Of an installation that is refused, beside what looks for apps: credential, lock, lists, … */
const OTHER_STATEMENTS = 12;
/** Part of the statement that looks for apps. */
const LOOK_UP = 'AS asked (name, private_name)';
/** Of problems. */
const MOST_REPORTED = 100;

/** The registry's statements. */
let issued: string[] = [];
/** How many apps they looked for. */
let lookedFor = 0;
let platform: Platform;
let caller: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({
    open: async (service) => {
      const connection = await openTestDatabase(service);
      if (service === 'oauth') return connection;
      return watchDriver(connection, ({ sql, values }) => {
        if (sql.includes(LOOK_UP)) lookedFor += (values[1] as string[]).length;
        // Deliveries are looked for beside the requests.
        if (!sql.includes('webhook_')) issued.push(sql);
      });
    },
  });
  caller = await newExternalApp(platform);
});
afterAll(() => platform?.close());

function post(path: string, body: object): Promise<Response> {
  return fetch(`${platform.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function register(app: string, dependencies: string[], more: object = {}): Promise<void> {
  const definition = { app, version: '1.0.0', title: 'An app', dependencies, ...more };
  const response = await post('/v1/apps/available', definition);
  if (response.status !== 201) throw new Error(await response.text());
}

/** @returns why it is refused, and the statements that this took */
async function refusedInstallation(app: string): Promise<[Problem[], string[]]> {
  [issued, lookedFor] = [[], 0];
  const response = await post('/v1/apps/installed', { app });
  const { errors } = (await response.json()) as { errors: Problem[] };
  expect(response.status).toBe(409);
  return [errors, issued];
}

describe('an app with more unmet dependencies than anybody reads is refused by few statements', () => {
  it('1000 rules on one app with a huge definition, which is not read', async () => {
    const outboundWebhooks = Array.from({ length: 5_000 }, (_, index) => ({
      name: `webhook_${index}`,
      description: 'x'.repeat(60),
    }));
    await register('big', [], { meta: { notes: outboundWebhooks } });
    const rules = Array.from({ length: 1_000 }, (_, index) => `big->=1.0.${index + 1} <3`);
    await register('needy', rules);
    const [errors, statements] = await refusedInstallation('needy');
    expect(errors[0]).toMatchObject({
      code: 'dependency_missing',
      detail: expect.stringContaining('its highest version is 1.0.0'),
      meta: { app: 'needy', version: '1.0.0', rule: rules[0] },
    });
    expect(errors).toHaveLength(101);
    expect(errors[100]).toMatchObject({ status: 409, code: 'more_conflicts' });
    expect(errors[100]?.detail).toContain('900');
    expect(statements.length).toBeLessThanOrEqual(OTHER_STATEMENTS);
    // The definition of the app that is to be installed.
    expect(statements.filter((sql) => sql.includes('definition'))).toHaveLength(1);
  });

  it('a chain of apps that need 998 unknown ones each', async () => {
    const length = 40;
    for (let index = 0; index < length; index += 1) {
      const unknown = Array.from({ length: 998 }, (_, other) => `unknown_${index}_${other}-*`);
      await register(`link_${index}`, [`link_${index + 1}-*`, ...unknown]);
    }
    const [errors, statements] = await refusedInstallation('link_0');
    expect(errors.slice(0, 2)).toMatchObject([
      { meta: { app: 'link_0', rule: 'link_1-*' } },
      { meta: { app: 'link_0', rule: 'unknown_0_0-*' } },
    ]);
    expect(errors[1]?.detail).toContain("no app 'unknown_0_0'");
    expect(errors).toHaveLength(101);
    expect(statements.length).toBeLessThanOrEqual(OTHER_STATEMENTS);
    expect(lookedFor).toBeLessThanOrEqual(MOST_REPORTED);
  });

  it('a chain longer than what is told of it, two statements for each app that is told', async () => {
    const length = 120;
    for (let index = 0; index < length; index += 1) {
      await register(`long_${index}`, [`long_${index + 1}-*`]);
    }
    const [errors, statements] = await refusedInstallation('long_0');
    expect(errors[99]).toMatchObject({ meta: { app: 'long_99', rule: 'long_100-*' } });
    expect(errors[100]).toMatchObject({ code: 'more_conflicts' });
    expect(errors).toHaveLength(101);
    expect(statements.length).toBeLessThanOrEqual(OTHER_STATEMENTS + 2 * 100);
  });

  it('rules on one app, in several apps: it is looked up once', async () => {
    await register('shared', []);
    for (const app of ['left', 'right']) await register(app, ['shared-*', 'nowhere-*']);
    await register('top', ['left-*', 'right-*', 'shared-*', 'shared->=1.0.0']);
    const [errors, statements] = await refusedInstallation('top');
    expect(errors.map(({ meta }) => `${meta?.app} ${meta?.rule}`)).toEqual([
      ...['left-*', 'right-*', 'shared-*', 'shared->=1.0.0'].map((rule) => `top ${rule}`),
      ...['shared-*', 'nowhere-*'].map((rule) => `left ${rule}`),
      ...['shared-*', 'nowhere-*'].map((rule) => `right ${rule}`),
    ]);
    expect(statements.filter((sql) => sql.includes(LOOK_UP))).toHaveLength(2);
  });
});
