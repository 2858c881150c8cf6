import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../services/registry/testing/start-registry.ts';

const APPS = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';
const REASON = 'It sold customer data.';

let registry: RunningRegistry;
let owner: Caller;
let customer: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  owner = await registry.newCaller();
  customer = await registry.newCaller();
  app = uniqueName('returning');
});

const publicApp = (version: string, more: object = {}) => ({
  ...{ app, version, title: 'An app', visibility: 'public' },
  ...more,
});
const register = (version: string, more: object = {}) => owner.post(APPS, publicApp(version, more));
const unpublish = (version: string, name = app) => owner.delete(`${APPS}/${name}-${version}`);
const block = (name = app) =>
  registry.internal('operator', 'put', `/internal/apps/${name}/block`, { reason: REASON });
const putDraft = (definition: object) =>
  request(registry.publicApp)
    .put(`/v1/apps/drafts/${app}`)
    .auth(owner.apiKey, { type: 'bearer' })
    .send(definition);
const errorsOf = ({ body }: { body: { errors: { code: string; source?: object }[] } }) =>
  body.errors.map(({ code, source }) => ({ code, source }));
const duplicate = [{ code: 'duplicate', source: { parameter: 'app' } }];

describe('attack: an app that the operator blocked comes back under its name', () => {
  it('keeps the versions of a blocked app', async () => {
    await register('1.0.0').expect(201);
    await block().expect(200);
    const refused = await unpublish('1.0.0').expect(403);
    expect(errorsOf(refused)).toEqual([
      { code: 'app_blocked', source: { parameter: 'appVersion' } },
    ]);
    const again = await register('1.0.0').expect(409);
    expect(errorsOf(again)).toEqual(duplicate);
    await customer.post(INSTALLED, { app }).expect(403);
  });

  it('keeps a block of an app without versions', async () => {
    await register('1.0.0').expect(201);
    await unpublish('1.0.0').expect(200);
    await block().expect(200);
    const { body } = await register('1.0.1').expect(201);
    expect(body.data.attributes.blocked.reason).toBe(REASON);
    const refused = await customer.post(INSTALLED, { app }).expect(403);
    expect(refused.body.errors[0].code).toBe('app_blocked');
  });

  it('keeps the block where the app comes back private', async () => {
    await register('1.0.0').expect(201);
    await unpublish('1.0.0').expect(200);
    await block().expect(200);
    await register('1.0.1', { visibility: 'private' }).expect(201);
    await owner.post(INSTALLED, { app }).expect(403);
  });

  it('keeps the block of an app that had a draft alone', async () => {
    const name = owner.privateName(app);
    const draft = { app, version: '0.0.1', title: 'An app' };
    const put = `/v1/apps/drafts/${app}`;
    const send = () => putDraft(draft);
    await send().expect(200);
    await block(name).expect(200);
    await owner.delete(put).expect(204);
    await send().expect(200);
    await owner.post(INSTALLED, { app, draft: true }).expect(403);
    await register('0.0.1').expect(201);
    await customer.post(INSTALLED, { app }).expect(403);
  });
});

describe('attack: other content under a version number that was used', () => {
  it('refuses the number of an unpublished version as a duplicate', async () => {
    await register('1.0.0').expect(201);
    await register('1.1.0').expect(201);
    await unpublish('1.1.0').expect(200);
    for (const version of ['1.1.0', '1.1.0+other']) {
      expect(errorsOf(await register(version).expect(409))).toEqual(duplicate);
    }
    await register('1.1.1').expect(201);
  });

  it('refuses the numbers of an app whose versions are all unpublished', async () => {
    await register('1.0.0').expect(201);
    await register('1.1.0').expect(201);
    for (const version of ['1.0.0', '1.1.0']) await unpublish(version).expect(200);
    for (const visibility of ['public', 'private']) {
      for (const version of ['1.0.0', '1.1.0']) {
        const again = await register(version, { visibility }).expect(409);
        expect(errorsOf(again)).toEqual(duplicate);
      }
    }
    await register('1.0.1').expect(201);
    expect(errorsOf(await register('1.1.0').expect(409))).toEqual(duplicate);
    await register('1.2.0').expect(201);
  });

  it('refuses them after a draft came and went, and in validation', async () => {
    await register('1.0.0').expect(201);
    await unpublish('1.0.0').expect(200);
    const put = `/v1/apps/drafts/${app}`;
    await putDraft(publicApp('1.0.0')).expect(200);
    await owner.delete(put).expect(204);
    expect(errorsOf(await register('1.0.0').expect(409))).toEqual(duplicate);
    const { body } = await owner.post('/v1/apps/validate', publicApp('1.0.0')).expect(200);
    expect(body.data.valid).toBe(false);
  });

  it('does not let a yanked or deprecated version come back in good standing', async () => {
    await register('1.0.0').expect(201);
    await owner.post(`${APPS}/${app}-1.0.0/yank`, { reason: 'Broken.' }).expect(200);
    await owner.post(`${APPS}/${app}-1.0.0/deprecation`, { message: 'Old.' }).expect(200);
    await unpublish('1.0.0').expect(200);
    expect(errorsOf(await register('1.0.0').expect(409))).toEqual(duplicate);
  });
});

describe('attack: an app becomes another one under the same name', () => {
  it('keeps client id, secret, identifier and operator’s tags', async () => {
    const first = await register('1.0.0', { identifier: 'first' }).expect(201);
    await owner.post(`${APPS}/${app}/secret`, {}).expect(200);
    await registry
      .internal('operator', 'patch', `/internal/apps/${app}/tags`, { add: ['featured'] })
      .expect(200);
    await unpublish('1.0.0').expect(200);
    const changed = await register('1.0.1', { identifier: 'second' }).expect(400);
    expect(errorsOf(changed)).toEqual([
      { code: 'identifier_changed', source: { pointer: '/identifier' } },
    ]);
    const { body } = await register('1.0.1').expect(201);
    const { clientId, identifier } = first.body.data.attributes;
    expect(body.data.attributes).toMatchObject({ clientId, identifier, tags: ['featured'] });
    const client = await registry.internal('service', 'get', `/internal/clients/${clientId}`);
    expect(client.body.hasSecret).toBe(true);
  });

  it('gives its name to nobody else', async () => {
    await register('1.0.0').expect(201);
    await unpublish('1.0.0').expect(200);
    const taken = await customer.post(APPS, publicApp('2.0.0')).expect(409);
    expect(errorsOf(taken)).toEqual(duplicate);
    await owner.get(`${APPS}/${app}`).expect(404);
    await customer.get(`${APPS}/${app}`).expect(404);
    const listed = await owner.get(`${APPS}?q=${app}`).expect(200);
    expect(listed.body.data).toEqual([]);
  });
});
