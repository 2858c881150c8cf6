import { createLogger, openTelemetry } from '@app-platform/runtime';
import { tokens } from '@app-platform/testing/credentials';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { type Caller, type RunningRegistry, startRegistry } from '../../testing/start-registry.ts';
import { webhookSettings } from '../../testing/webhook-settings.ts';
import { createRegistry, type Registry } from '../server.ts';
import { openRegistryDatabase } from '../stores.ts';

const ORGANIZATIONS = 50;
const APPS = ['alpha', 'beta', 'gamma', 'delta'];

let caching: RunningRegistry;
/** Another replica on the same database. It does not follow the changes, and so keeps nothing. */
let reading: Registry;
let callers: Caller[];

beforeAll(async () => {
  caching = await startRegistry();
  await caching.start();
  reading = createRegistry({
    database: openRegistryDatabase(caching.connection),
    clock: () => caching.now.value,
    logger: createLogger('registry', 'silent'),
    telemetry: await openTelemetry('registry'),
    tokens,
    webhooks: webhookSettings(),
  });
  callers = [];
  for (let count = 0; count < ORGANIZATIONS; count += 1) callers.push(await caching.newCaller());
});
afterAll(async () => {
  await reading.stop();
  await caching.close();
});

let version = 0;

type Write = (caller: Caller, app: string) => PromiseLike<unknown>;

/** Any may be refused: what matters is that both replicas answer alike afterwards. */
const writes: Record<string, Write> = {
  register: (caller, app) => registration(caller, app, 'public'),
  registerPrivate: (caller, app) => registration(caller, app, 'private'),
  install: (caller, app) => caller.post('/v1/apps/installed', { app, visibility: 'public' }),
  installOwn: (caller, app) => caller.post('/v1/apps/installed', { app, visibility: 'private' }),
  uninstall: (caller, app) => caller.delete(`/v1/apps/installed/${app}?visibility=public`),
  retitle: (caller, app) =>
    caller.patch(`/v1/apps/available/${app}-latest`, { title: `Title ${version++}` }),
  rename: (caller, app) =>
    caller.patch(`/v1/attributes/customer/@${app}ValueNum`, { displayName: `Name ${version++}` }),
  yank: (caller, app) => caller.post(`/v1/apps/available/${app}-latest/yank`, { reason: 'Test.' }),
  tag: (_caller, app) =>
    caching.internal('operator', 'patch', `/internal/apps/${app}/tags`, {
      [version++ % 2 ? 'add' : 'remove']: ['featured'],
    }),
  transfer: async (caller, app) => {
    const receiver = callers[version++ % ORGANIZATIONS] as Caller;
    const { organizationId } = receiver;
    await caller.post('/v1/apps/transfers', { app, organizationId });
    return receiver.post(`/v1/apps/transfers/${app}/acceptance`);
  },
  verify: ({ organizationId }) =>
    caching.internal('operator', 'patch', `/internal/organizations/${organizationId}`, {
      verified: version++ % 2 === 0,
    }),
};

function registration(caller: Caller, app: string, visibility: string) {
  version += 1;
  return caller.post('/v1/apps/available', {
    app,
    visibility,
    version: `1.0.${version}`,
    title: `App of ${caller.organizationId}`,
    identifier: app,
    klasses: [
      {
        name: 'customer',
        metadata: { standard: true, properties: { valueNum: { displayName: `V ${version}` } } },
      },
    ],
  });
}

const PATHS = [
  '/v1/me',
  '/v1/apps/available',
  '/v1/apps/available?q=app',
  '/v1/apps/installed',
  '/v1/apps/metadata',
  '/v1/apps/metadata/customer',
  ...APPS.flatMap((app) => [
    `/v1/apps/available/${app}`,
    `/v1/apps/available/${app}?visibility=private`,
  ]),
];

async function answerOf(registry: Pick<Registry, 'publicApp'>, path: string, { apiKey }: Caller) {
  const { status, text } = await request(registry.publicApp)
    .get(path)
    .auth(apiKey, { type: 'bearer' });
  // Problems name their request.
  return status === 200 ? text : status;
}

async function answersOf(
  registry: Pick<Registry, 'publicApp'>,
  asked: readonly string[],
  askers: readonly Caller[],
) {
  const answers: unknown[][] = [];
  for (const caller of askers) {
    for (const path of asked) answers.push([path, await answerOf(registry, path, caller)]);
  }
  return answers;
}

it('property: every answer that is kept equals one that is read, for 50 organizations and any writes', async () => {
  const organization = fc.nat(ORGANIZATIONS - 1);
  const app = fc.constantFrom(...APPS);
  const step = fc.record({
    write: fc.constantFrom(...Object.keys(writes)),
    writer: organization,
    app,
    // The writer too, and others who may have the answer of before.
    readers: fc.array(organization, { minLength: 2, maxLength: 4 }),
    paths: fc.array(fc.constantFrom(...PATHS), { minLength: 2, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const { write, writer, readers, app: written, paths } of steps) {
        const asked = [writer, ...readers].map((place) => callers[place] as Caller);
        await answersOf(caching, paths, asked);
        await writes[write]?.(asked[0] as Caller, written);
        const kept = await answersOf(caching, paths, asked);
        expect(kept).toEqual(await answersOf(reading, paths, asked));
      }
    }),
    { numRuns: 8 },
  );
});
