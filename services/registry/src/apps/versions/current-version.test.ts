import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const AVAILABLE = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';
let registry: RunningRegistry;
let acme: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());
beforeEach(() => {
  app = uniqueName('app');
});

/** Registers versions whose titles are the versions. */
async function register(...versions: string[]): Promise<Record<string, unknown>> {
  let last: Record<string, unknown> = {};
  for (const version of versions) {
    last = await acme.register({ app, version, title: version, tags: ['ai'] });
  }
  return last;
}

async function currentVersions(): Promise<Record<string, unknown>> {
  const read = await acme.get(`${AVAILABLE}/${app}`).expect(200);
  const latest = await acme.get(`${AVAILABLE}/${app}-latest`).expect(200);
  const directory = await acme.get(`${AVAILABLE}?q=${app}`).expect(200);
  const installation = await acme.post(INSTALLED, { app });
  await acme.delete(`${INSTALLED}/${app}`).expect(204);
  return {
    read: read.body.data.attributes.version,
    latest: latest.body.data.attributes.version,
    directory: directory.body.data[0].attributes.version,
    directoryTitle: directory.body.data[0].attributes.title,
    installed: installation.body.data.attributes.version,
    latestVersion: installation.body.data.attributes.latestVersion,
  };
}

const all = (version: string) => ({
  read: version,
  latest: version,
  directory: version,
  directoryTitle: version,
  installed: version,
  latestVersion: version,
});

describe('a bare name and -latest', () => {
  it.each([
    ['the highest release', ['0.9.0', '1.0.0', '1.1.0-beta.1', '2.0.0-alpha'], '1.0.0'],
    ['the highest pre-release where there is no release', ['0.1.0-a', '0.1.0-b'], '0.1.0-b'],
    ['the first release after pre-releases', ['0.1.0-a', '0.1.0'], '0.1.0'],
    ['a release with build metadata', ['1.0.0+b-1', '1.1.0-rc.1+x'], '1.0.0+b-1'],
    ['the release after a pre-release', ['1.0.0', '1.1.0-rc.1', '1.1.0'], '1.1.0'],
  ])('mean %s', async (_, versions, current) => {
    await register(...versions);
    expect(await currentVersions()).toEqual(all(current));
  });

  it('mean the release to a client, on whose consent page it is shown', async () => {
    const { clientId } = await register('1.0.0', '1.1.0-beta.1');
    const path = `/internal/clients/${clientId}`;
    const { body } = await registry.internal('service', 'get', path).expect(200);
    expect(body.title).toBe('1.0.0');
  });

  it('mean the release to PATCH, and to the directory afterwards', async () => {
    await register('1.0.0', '1.1.0-beta.1');
    const { body } = await acme.patch(`${AVAILABLE}/${app}-latest`, { title: 'New' }).expect(200);
    expect(body.data.id).toBe(`${app}-1.0.0`);
    await acme.patch(`${AVAILABLE}/${app}-1.1.0-beta.1`, { title: 'Beta' }).expect(200);
    const directory = await acme.get(`${AVAILABLE}?q=${app}`).expect(200);
    expect(directory.body.data[0].attributes.title).toBe('New');
  });

  it("keep the operator's tags beside those of the release", async () => {
    await register('1.0.0');
    const path = `/internal/apps/${app}/tags`;
    await registry.internal('operator', 'patch', path, { add: ['featured'] }).expect(200);
    await acme.register({ app, version: '1.1.0-beta', tags: ['csat'] });
    const { body } = await acme.get(`${AVAILABLE}?q=${app}`).expect(200);
    expect(body.data[0].attributes.tags).toEqual(['ai', 'featured']);
  });
});

describe('an earlier version', () => {
  it('is registered below a pre-release, and counts among the releases', async () => {
    await register('0.9.0', '1.0.0-beta');
    await acme.post(AVAILABLE, { app, version: '1.0.0-beta' }).expect(409);
    await acme.post(AVAILABLE, { app, version: '1.0.0-alpha' }).expect(201);
    await register('0.9.1');
    expect(await currentVersions()).toEqual(all('0.9.1'));
    await register('0.8.5', '1.0.0');
    expect(await currentVersions()).toEqual(all('1.0.0'));
  });

  it('stays below the current one in lists and comparisons, with a warning', async () => {
    await register('1.0.4', '2.0.0');
    const { body } = await acme
      .post(AVAILABLE, { app, version: '1.0.5', website: 'https://patched.example' })
      .expect(201);
    expect(body.meta.warnings).toMatchObject([
      { code: 'earlier_version', source: { pointer: '/version' } },
    ]);
    await register('1.0.10', '2.0.0-rc.1', '0.9.0');
    expect(await currentVersions()).toEqual(all('2.0.0'));
    const order = ['2.0.0', '2.0.0-rc.1', '1.0.10', '1.0.5', '1.0.4', '0.9.0'];
    expect(await listed()).toEqual(order);
    const count = await acme.get(`${AVAILABLE}/${app}/installations`).expect(200);
    const counted: { attributes: { version: string } }[] = count.body.data;
    expect(counted.map(({ attributes }) => attributes.version)).toEqual(order);
    const difference = await acme.get(`${AVAILABLE}/${app}/diff?to=1.0.5`).expect(200);
    expect(difference.body.data).toMatchObject({ from: '1.0.4', to: '1.0.5' });
  });

  it('has the title, redirect URIs and roles of the version before it', async () => {
    const [one, two] = ['https://one.example/callback', 'https://two.example/callback'];
    const roles = ['org.permission.customer'];
    await acme.register({ app, version: '1.0.4', title: 'One', redirectUris: [one], roles });
    await acme.register({ app, version: '2.0.0', title: 'Two', redirectUris: [two] });
    const { body } = await acme.post(AVAILABLE, { app, version: '1.0.5' }).expect(201);
    expect(body.data.attributes).toMatchObject({ title: 'One', redirectUris: [one], roles });
    const next = await acme.post(AVAILABLE, { app, version: '2.0.1' }).expect(201);
    expect(next.body.data.attributes).toMatchObject({ title: 'Two', redirectUris: [two] });
  });

  it('is offered to installations that it is compatible with', async () => {
    const other = await registry.newCaller();
    const at = async (version: string) => {
      const { body } = await other.post(INSTALLED, { app: `${app}-${version}` });
      const { latestVersion, compatibleVersion } = body.data.attributes;
      return [latestVersion, compatibleVersion];
    };
    await register('0.0.1', '0.0.2', '0.1.0', '1.0.4', '1.1.0-rc.1', '2.0.0', '10.0.0');
    expect(await at('1.0.4')).toEqual(['10.0.0', null]);
    await register('0.1.3', '1.0.5', '1.0.10');
    expect(await at('1.0.4')).toEqual(['10.0.0', '1.0.10']);
    expect(await at('0.1.0')).toEqual(['10.0.0', '0.1.3']);
    expect(await at('0.0.1')).toEqual(['10.0.0', null]);
    expect(await at('1.1.0-rc.1')).toEqual(['10.0.0', null]);
    await acme.post(`${AVAILABLE}/${app}-1.0.10/yank`, { reason: 'broken' }).expect(200);
    expect(await at('1.0.4')).toEqual(['10.0.0', '1.0.5']);
    expect(await at('1.0.5')).toEqual(['10.0.0', null]);
    expect(await at('10.0.0')).toEqual(['10.0.0', null]);
  });

  it('is found by a range that the current version does not fit', async () => {
    await register('1.0.4', '2.0.0', '1.0.5');
    const dependent = uniqueName('dependent');
    await acme.register({ app: dependent, dependencies: [`${app}-^1.0.0`] });
    const request = { app: dependent, withDependencies: true };
    const { body } = await acme.post(INSTALLED, request).expect(201);
    expect(body.meta.installedDependencies).toEqual([`${app}-1.0.5`]);
  });

  it('has the attributes of its version; the display name is that of the highest', async () => {
    const attributes = (displayName: string) => ({
      klasses: [
        {
          name: 'customer',
          metadata: { standard: true, properties: { pointsNum: { displayName } } },
        },
      ],
    });
    await acme.register({ app, version: '1.0.4', title: 'x', ...attributes('One') });
    await acme.register({ app, version: '2.0.0', ...attributes('Two') });
    await acme.register({ app, version: '1.0.5', ...attributes('Patched') });
    const { body } = await acme.get('/v1/apps/metadata/customer').expect(200);
    expect(JSON.stringify(body)).toContain('1.0.4,1.0.5,2.0.0');
    expect(JSON.stringify(body)).toContain('Two');
  });

  it('is not current where the current one is yanked alone, and is where it is unpublished', async () => {
    await register('1.0.4', '2.0.0', '1.0.5');
    await acme.post(`${AVAILABLE}/${app}-2.0.0/yank`, { reason: 'broken' }).expect(200);
    expect((await acme.get(`${AVAILABLE}/${app}`)).body.data.attributes.version).toBe('1.0.5');
    await register('1.0.6');
    expect((await acme.get(`${AVAILABLE}/${app}`)).body.data.attributes.version).toBe('1.0.6');
    await acme.post(AVAILABLE, { app, version: '2.0.0' }).expect(409);
  });

  async function listed(): Promise<string[]> {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const path: string = `${AVAILABLE}/${app}/versions?page[size]=2${after && `&page[after]=${after}`}`;
      const { body }: request.Response = await acme.get(path).expect(200);
      for (const { attributes } of body.data) found.push(attributes.version);
      after = body.meta.page.after;
    }
    return found;
  }
});

describe('a version after a pre-release', () => {
  it('keeps the title, redirect URIs and roles of the highest version', async () => {
    const redirectUris = ['https://beta.example/callback'];
    const roles = ['org.permission.customer'];
    await acme.register({ app, title: 'Stable' });
    await acme.register({ app, version: '1.0.0-beta.1', title: 'Beta', redirectUris, roles });
    for (const version of ['1.0.0-beta.2', '1.0.0']) {
      const { body } = await acme.post(AVAILABLE, { app, version }).expect(201);
      expect(body.data.attributes).toMatchObject({ title: 'Beta', redirectUris, roles });
    }
  });
});
