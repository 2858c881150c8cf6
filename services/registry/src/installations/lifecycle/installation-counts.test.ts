import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

let registry: RunningRegistry;
let owner: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  owner = await registry.newCaller();
});
afterAll(() => registry.close());

const pathOf = (app: string) => `/v1/apps/available/${app}/installations`;

async function newApp(visibility: 'private' | 'public', ...versions: string[]): Promise<string> {
  const app = uniqueName('counted');
  for (const version of versions) await owner.register({ app, version, visibility });
  return app;
}

async function countsOf(app: string, query = ''): Promise<[string, number][]> {
  const { body } = await owner.get(`${pathOf(app)}${query}`).expect(200);
  type Count = { attributes: { version: string; installations: number } };
  return body.data.map(({ attributes }: Count) => [attributes.version, attributes.installations]);
}

describe('GET /v1/apps/available/{name}/installations', () => {
  it('200 with how many organizations have each version, the highest first', async () => {
    const app = await newApp('public', '0.0.1', '0.1.0', '0.2.0');
    const others = [await registry.newCaller(), await registry.newCaller()];
    for (const other of others) await other.install(`${app}-0.0.1`);
    await owner.install(`${app}-0.2.0`);
    expect(await countsOf(app)).toEqual([
      ['0.2.0', 1],
      ['0.1.0', 0],
      ['0.0.1', 2],
    ]);
    await others[0]?.post('/v1/apps/installed', { app: `${app}-0.1.0` }).expect(200);
    await others[1]?.delete(`/v1/apps/installed/${app}`).expect(204);
    expect(await countsOf(app)).toEqual([
      ['0.2.0', 1],
      ['0.1.0', 1],
      ['0.0.1', 0],
    ]);
  });

  it('names no organization', async () => {
    const app = await newApp('public', '0.0.1');
    const other = await registry.newCaller();
    await other.install(app);
    const { body } = await owner.get(pathOf(app)).expect(200);
    expect(body).toEqual({
      data: [
        {
          type: 'version_installations',
          id: `${app}-0.0.1`,
          attributes: { version: '0.0.1', installations: 1 },
        },
      ],
      meta: { page: { after: null } },
    });
  });

  it('is 0 or 1 for a private app, by its short or full name', async () => {
    const app = await newApp('private', '0.0.1');
    expect(await countsOf(app)).toEqual([['0.0.1', 0]]);
    await owner.install(app);
    expect(await countsOf(owner.privateName(app))).toEqual([['0.0.1', 1]]);
  });

  it('is read page by page', async () => {
    const app = await newApp('private', '0.0.1', '0.0.2', '0.0.3');
    const { body } = await owner.get(`${pathOf(app)}?page[size]=2`).expect(200);
    const { after } = body.meta.page;
    expect(await countsOf(app, `?page[size]=2&page[after]=${after}`)).toEqual([['0.0.1', 0]]);
  });

  it("403 for another organization's public app, 404 for its private one", async () => {
    const stranger = await registry.newCaller();
    const open = await newApp('public', '0.0.1');
    const hidden = await newApp('private', '0.0.1');
    await stranger.install(open);
    await stranger.get(pathOf(open)).expect(403);
    for (const name of [hidden, owner.privateName(hidden), 'nothing']) {
      await stranger.get(pathOf(name)).expect(404);
    }
  });

  it('is for the roles that read apps', async () => {
    const app = await newApp('private', '0.0.1');
    const reader = await registry.keyFor(owner.organizationId, ['org.permission.apps']);
    await reader.get(pathOf(app)).expect(200);
    const other = await registry.keyFor(owner.organizationId, ['org.permission.customer']);
    await other.get(pathOf(app)).expect(403);
  });
});
