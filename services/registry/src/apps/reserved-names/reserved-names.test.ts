import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const PATH = '/internal/reserved-names';
let registry: RunningRegistry;
let acme: Caller;
let other: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  [acme, other] = await Promise.all([registry.newCaller(), registry.newCaller()]);
});
afterAll(() => registry.close());

const reserve = (pattern: string, organizationId?: string) =>
  registry.internal('operator', 'post', PATH, { pattern, organizationId });
const release = (pattern: string) =>
  registry.internal('operator', 'delete', `${PATH}/${encodeURIComponent(pattern)}`);

const definitionOf = (app: string, more: object = {}) => ({
  app,
  version: '0.0.1',
  title: 'An app',
  ...more,
});

/** The refusal of a public app of this name, or undefined. */
async function refusalOf(caller: Caller, app: string) {
  const answer = await caller.post('/v1/apps/available', definitionOf(app));
  return answer.status === 201 ? undefined : { status: answer.status, ...answer.body.errors[0] };
}

const reserved = (pattern: string) => ({
  status: 409,
  code: 'reserved_name',
  detail: expect.stringContaining(`'${pattern}'`),
  source: { parameter: 'app' },
});

describe('registering a reserved name', () => {
  it('409 reserved_name for a public app of everybody else', async () => {
    await reserve('kustomer*', acme.organizationId).expect(200);
    for (const app of ['kustomer', 'kustomer_chat', 'Kustomer', 'k_ustomer', 'kust0rner9']) {
      expect(await refusalOf(other, app)).toMatchObject(reserved('kustomer*'));
    }
    expect(await refusalOf(other, 'my_kustomer')).toBeUndefined();
    expect(await refusalOf(other, 'kustome')).toBeUndefined();
    expect(await refusalOf(acme, 'kustomer')).toBeUndefined();
    expect(await refusalOf(acme, 'kustomer_chat')).toBeUndefined();
  });

  it('201 for a private app, whose name ends in the id of its organization', async () => {
    await reserve('inside*').expect(200);
    await other.register({ app: 'inside_out', visibility: 'private' });
  });

  it('409 for everybody where it is reserved for no organization', async () => {
    await reserve('platform').expect(200);
    expect(await refusalOf(acme, 'platform')).toMatchObject(reserved('platform'));
    expect(await refusalOf(other, 'Platf0rm')).toMatchObject(reserved('platform'));
    expect(await refusalOf(other, 'platform_chat')).toBeUndefined();
  });

  it('does not take the beginning of a character for another one', async () => {
    await reserve('rev*').expect(200);
    expect(await refusalOf(other, 'reward')).toBeUndefined();
    expect(await refusalOf(other, 'review')).toMatchObject(reserved('rev*'));
  });

  it('by the pattern that fits the name best', async () => {
    await reserve('best*', acme.organizationId).expect(200);
    await reserve('best_of*', other.organizationId).expect(200);
    await reserve('best_of_all').expect(200);
    expect(await refusalOf(acme, 'best_one')).toBeUndefined();
    expect(await refusalOf(acme, 'best_of_us')).toMatchObject(reserved('best_of*'));
    expect(await refusalOf(other, 'best_of_us')).toBeUndefined();
    expect(await refusalOf(other, 'best_of_all')).toMatchObject(reserved('best_of_all'));
  });

  it('201 for a later version of an app that had the name before', async () => {
    const app = uniqueName('early');
    await other.register({ app });
    await reserve(app).expect(200);
    await other.register({ app, version: '0.0.2' });
  });

  it('201 once it is released', async () => {
    await reserve('free*').expect(200);
    expect(await refusalOf(other, 'freedom')).toMatchObject(reserved('free*'));
    await release('FREE*').expect(200, { pattern: 'free*', organizationId: null });
    expect(await refusalOf(other, 'freedom')).toBeUndefined();
  });

  it('names every problem at once', async () => {
    await reserve('several*').expect(200);
    await acme.register({ app: uniqueName('holder'), identifier: 'several' });
    const definition = definitionOf('several_problems', { identifier: 'several' });
    const { body } = await other.post('/v1/apps/available', definition).expect(409);
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'duplicate',
      'reserved_name',
    ]);
  });
});

describe('reserving names', () => {
  it('200 with all of them, by pattern, and the latest owner of each', async () => {
    await reserve('zeta*', acme.organizationId).expect(200, {
      pattern: 'zeta*',
      organizationId: acme.organizationId,
    });
    await reserve('Zeta*', other.organizationId).expect(200);
    await reserve('zeta').expect(200);
    const { body } = await registry.internal('operator', 'get', PATH).expect(200);
    const names = body.names.filter(({ pattern }: { pattern: string }) => /^zeta/i.test(pattern));
    expect(names).toHaveLength(2);
    expect(names).toEqual(
      expect.arrayContaining([
        { pattern: 'zeta', organizationId: null },
        { pattern: 'Zeta*', organizationId: other.organizationId },
      ]),
    );
  });

  it('writes audit rows in the same transaction', async () => {
    const { organizationId } = await registry.newCaller();
    await reserve('audited*', organizationId).expect(200);
    await release('audited*').expect(200);
    const trail = await registry.auditTrail(organizationId);
    const name = { pattern: 'audited*', organizationId };
    expect(trail.slice(-2)).toMatchObject([
      { action: 'name.reserved', subject: 'audited*', actorType: 'operator', after: name },
      { action: 'name.released', subject: 'audited*', before: name },
    ]);
  });

  it('releases a name once where two requests arrive together', async () => {
    const { organizationId } = await registry.newCaller();
    await reserve('twice*', organizationId).expect(200);
    const answers = await Promise.all([1, 2, 3, 4].map(() => release('twice*')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const trail = await registry.auditTrail(organizationId);
    expect(trail.filter(({ action }) => action === 'name.released')).toHaveLength(1);
  });

  it.each(['', '*', 'a-b', '*a', 'a*b', 'a**', 'x'.repeat(129)])('400 for %j', async (pattern) => {
    const { body } = await reserve(pattern).expect(400);
    expect(body.errors[0].source).toEqual({ pointer: '/pattern' });
  });

  it('404 for an unknown organization, and for a name that is not reserved', async () => {
    const { body } = await reserve('unknown', '0'.repeat(24)).expect(404);
    expect(body.errors[0].source).toEqual({ pointer: '/organizationId' });
    await release('never').expect(404);
  });

  it('403 for the OAuth service', async () => {
    await registry.internal('service', 'get', PATH).expect(403);
  });
});
