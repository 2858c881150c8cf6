import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;
let name: string;
let clientId: string;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

async function newApp(): Promise<void> {
  const attributes = await acme.register({ app: uniqueName('app'), visibility: 'private' });
  name = String(attributes.name);
  clientId = String(attributes.clientId);
}

async function generate(body: object = {}, path = `/v1/apps/available/${name}/secret`) {
  const answer = await acme.post(path, body).expect(200);
  return answer.body.data.attributes.clientSecret as string;
}

const areValid = (...all: string[]) => Promise.all(all.map(isValid));

function pass(seconds: number): void {
  registry.now.value = new Date(registry.now.value.getTime() + seconds * 1000);
}

async function secrets() {
  const { body } = await acme.get(`/v1/apps/available/${name}/secrets`).expect(200);
  return body.data;
}

async function isValid(secret: string): Promise<boolean> {
  const path = `/internal/clients/${clientId}/secret-checks`;
  const answer = await registry.internal('service', 'post', path, { secret }).expect(200);
  return answer.body.valid;
}

describe('generating a client secret', () => {
  it('200 with the record, its clientId and clientSecret', async () => {
    await newApp();
    const { body } = await acme.post(`/v1/apps/available/${name}/secret`, {}).expect(200);
    expect(body.data).toMatchObject({
      type: 'available_app',
      id: `${name}-0.0.1`,
      attributes: { name, clientId, clientSecret: expect.stringMatching(/^acs_[\w-]{43}$/) },
    });
  });

  it('200 with a trailing slash, for a version, and without a body', async () => {
    await newApp();
    await generate({}, `/v1/apps/available/${name}/secret/`);
    await generate({}, `/v1/apps/available/${name}-0.0.1/secret`);
    await generate({}, `/v1/apps/available/${name}-latest/secret/`);
    await acme.post(`/v1/apps/available/${name}/secret`).expect(200);
  });

  it('replaces the secret before at once', async () => {
    await newApp();
    const first = await generate();
    expect(await isValid(first)).toBe(true);
    const second = await generate();
    expect(second).not.toBe(first);
    expect(await isValid(first)).toBe(false);
    expect(await isValid(second)).toBe(true);
  });

  it('lets the secret before live on for overlapSeconds', async () => {
    await newApp();
    const [first, second] = [await generate(), await generate({ overlapSeconds: 60 })];
    expect(await areValid(first, second)).toEqual([true, true]);
    pass(61);
    expect(await areValid(first, second)).toEqual([false, true]);
  });

  it('never moves the end of a secret that has one, where the next overlap is another', async () => {
    await newApp();
    const first = await generate();
    const second = await generate({ overlapSeconds: 600 });
    const third = await generate({ overlapSeconds: 60 });
    const fourth = await generate({ overlapSeconds: 3600 });
    const all = [first, second, third, fourth] as const;
    expect(await areValid(...all)).toEqual([true, true, true, true]);
    pass(61);
    expect(await areValid(...all)).toEqual([true, false, true, true]);
    pass(540);
    expect(await areValid(...all)).toEqual([false, false, true, true]);
  });

  it('ends all earlier secrets at once without overlapSeconds', async () => {
    await newApp();
    const first = await generate();
    const second = await generate({ overlapSeconds: 600 });
    const third = await generate({ overlapSeconds: 0 });
    expect(await areValid(first, second, third)).toEqual([false, false, true]);
  });

  it('409 for a twenty-first secret while twenty are valid, which end with one more', async () => {
    await newApp();
    for (let count = 0; count < 20; count += 1) await generate({ overlapSeconds: 600 });
    const path = `/v1/apps/available/${name}/secret`;
    const { body } = await acme.post(path, { overlapSeconds: 600 }).expect(409);
    expect(body.errors).toMatchObject([{ code: 'too_many_secrets' }]);
    const firstEnd = new Date(registry.now.value.getTime() + 600_000).toISOString();
    expect(body.errors[0].detail).toContain(`The first of them ends at ${firstEnd}`);
    expect(await secrets()).toHaveLength(20);
    await generate();
    expect(await secrets()).toHaveLength(1);
    await generate({ overlapSeconds: 60 });
    pass(61);
    await generate({ overlapSeconds: 60 });
    expect(await secrets()).toHaveLength(2);
  });

  it('keeps one current secret when two are generated at once', async () => {
    await newApp();
    const generated = await Promise.all(Array.from({ length: 6 }, () => generate()));
    const valid = await areValid(...generated);
    expect(valid.filter(Boolean)).toHaveLength(1);
  });

  it('400 for an overlap of more than a day, and for an unknown field', async () => {
    await newApp();
    const body = { overlapSeconds: 86_401, other: 1 };
    const answer = await acme.post(`/v1/apps/available/${name}/secret`, body).expect(400);
    expect(answer.body.errors).toHaveLength(2);
  });

  it('403 without org.permission.apps or org.admin.apps, naming the missing one', async () => {
    await newApp();
    for (const [held, missing] of [
      ['org.admin.apps', 'org.permission.apps'],
      ['org.permission.apps', 'org.admin.apps'],
    ] as const) {
      const caller = await registry.keyFor(acme.organizationId, [held]);
      const { body } = await caller.post(`/v1/apps/available/${name}/secret`, {}).expect(403);
      expect(body.errors[0].detail).toContain(missing);
    }
  });

  it("404 for another organization's private app", async () => {
    await newApp();
    const other = await registry.newCaller();
    await other.post(`/v1/apps/available/${name}/secret`, {}).expect(404);
  });

  it('200 where the organization id is left out of the name', async () => {
    const app = uniqueName('short');
    await acme.register({ app, visibility: 'private' });
    const { body } = await acme.post(`/v1/apps/available/${app}/secret`, {}).expect(200);
    expect(body.data.attributes.name).toBe(acme.privateName(app));
  });

  it('leaves the secret in no log line and no audit row', async () => {
    await newApp();
    const secret = await generate();
    await isValid(secret);
    const trail = await registry.auditTrail(acme.organizationId);
    const written = JSON.stringify(trail, (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(written + registry.logLines.join('')).not.toContain(secret);
    expect(written).toContain('client_secret.generated');
  });
});

describe('the secrets of an app', () => {
  it('200 with those that are valid, the latest first: when made, when they end, no secret', async () => {
    await newApp();
    expect(await secrets()).toEqual([]);
    const made = [await generate(), await generate({ overlapSeconds: 60 })];
    const madeAt = registry.now.value;
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const endsAt = new Date(madeAt.getTime() + 60_000).toISOString();
    const createdAt = madeAt.toISOString();
    const { body } = await acme.get(`/v1/apps/available/${name}/secrets`).expect(200);
    expect(body).toEqual({
      data: [
        { type: 'client_secret', id, attributes: { createdAt, endsAt: null } },
        { type: 'client_secret', id, attributes: { createdAt, endsAt } },
      ],
    });
    for (const secret of made) expect(JSON.stringify(body)).not.toContain(secret);
    pass(61);
    expect(await secrets()).toHaveLength(1);
  });

  it('404 for an app of another organization, and for one that it does not see', async () => {
    const other = await registry.newCaller();
    await newApp();
    await other.get(`/v1/apps/available/${name}/secrets`).expect(404);
  });

  it('403 for a public app of another organization, and without org.admin.apps', async () => {
    const { name: shared } = await acme.register({ app: uniqueName('shared') });
    const other = await registry.newCaller();
    await other.get(`/v1/apps/available/${shared}/secrets`).expect(403);
    const caller = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    await caller.get(`/v1/apps/available/${shared}/secrets`).expect(403);
  });
});
