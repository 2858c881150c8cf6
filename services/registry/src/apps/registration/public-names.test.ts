import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const PATH = '/v1/apps/available';
let registry: RunningRegistry;
let acme: Caller;
let other: Caller;

const definitionOf = (app: string, more: object = {}) => ({
  app,
  version: '0.0.1',
  title: 'An app',
  ...more,
});

describe('409 confusable_name', () => {
  beforeAll(async () => {
    registry = await startRegistry();
    [acme, other] = await Promise.all([registry.newCaller(), registry.newCaller()]);
  });
  afterAll(() => registry.close());

  it.each([
    ['order_tracker', 'OrderTracker'],
    ['billing', 'bi11ing'],
    ['commons', 'cornrnons'],
    ['window', '_vvind0w_'],
    ['sales5', '5ale55'],
  ])('for %s of another organization: %s', async (app, confusable) => {
    await acme.register({ app });
    const { body } = await other.post(PATH, definitionOf(confusable)).expect(409);
    expect(body.errors).toEqual([
      {
        status: 409,
        code: 'confusable_name',
        title: expect.any(String),
        detail: expect.stringContaining(`'${app}'`),
        source: { parameter: 'app' },
        meta: { existing: app },
        links: { about: 'http://registry.example.com/docs/errors#confusable_name' },
      },
    ]);
    await other.get(`${PATH}/${confusable}`).expect(404);
  });

  it('keeps 409 duplicate for the same name', async () => {
    const app = uniqueName('same');
    await acme.register({ app });
    const { body } = await other.post(PATH, definitionOf(app)).expect(409);
    expect(body.errors).toMatchObject([{ code: 'duplicate' }]);
  });

  it('201 for an app of the same organization, and for later versions of both', async () => {
    await acme.register({ app: 'own_desk' });
    await acme.register({ app: 'OwnDesk' });
    await acme.register({ app: 'own_desk', version: '0.0.2' });
    await acme.register({ app: 'OwnDesk', version: '0.0.2' });
  });

  it('201 for private apps, which only their organization sees', async () => {
    await acme.register({ app: 'hidden_desk', visibility: 'private' });
    await other.register({ app: 'HiddenDesk' });
    await acme.register({ app: 'hiddendesk', visibility: 'private' });
  });

  it('201 for names that differ in a digit', async () => {
    await acme.register({ app: 'shop_1' });
    await other.register({ app: 'shop_2' });
  });

  it('takes no name for a registration that is refused', async () => {
    await acme.register({ app: uniqueName('holder'), identifier: 'taken' });
    await other.post(PATH, definitionOf('unclaimed', { identifier: 'taken' })).expect(409);
    await acme.register({ app: 'Unclaimed' });
  });

  it('of two concurrent registrations, exactly one is accepted', async () => {
    const names = ['racing_desk', 'RacingDesk'];
    const answers = await Promise.all(
      [acme, other].map((caller, index) => caller.post(PATH, definitionOf(names[index] ?? ''))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.errors).toMatchObject([{ code: 'confusable_name' }]);
  });

  it('of one name registered concurrently, the refusal is duplicate', async () => {
    const definition = definitionOf(uniqueName('contested'));
    const answers = await Promise.all([acme, other].map((caller) => caller.post(PATH, definition)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.errors[0].code)).toEqual(['duplicate']);
  });
});

describe('with PUBLIC_APPS=verified', () => {
  let publisher: Caller;
  const verify = (verified: boolean) =>
    registry
      .internal('operator', 'patch', `/internal/organizations/${publisher.organizationId}`, {
        verified,
      })
      .expect(200);

  beforeAll(async () => {
    registry = await startRegistry({ publicApps: 'verified' });
    publisher = await registry.newCaller();
  });
  afterAll(() => registry.close());

  it('403 publisher_not_verified for a public app, with or without visibility', async () => {
    const app = uniqueName('unverified');
    for (const visibility of ['public', undefined]) {
      const { body } = await publisher.post(PATH, definitionOf(app, { visibility })).expect(403);
      expect(body.errors).toEqual([
        {
          status: 403,
          code: 'publisher_not_verified',
          title: expect.any(String),
          detail: expect.stringContaining('private'),
          source: { pointer: '/visibility' },
          links: { about: 'http://registry.example.com/docs/errors#publisher_not_verified' },
        },
      ]);
    }
    await publisher.register({ app, visibility: 'private' });
  });

  it('201 once the organization is verified; its apps have later versions afterwards too', async () => {
    const app = uniqueName('verified');
    await verify(true);
    await publisher.register({ app });
    await verify(false);
    await publisher.register({ app, version: '0.0.2' });
    await publisher.post(PATH, definitionOf(uniqueName('verified'))).expect(403);
  });
});
