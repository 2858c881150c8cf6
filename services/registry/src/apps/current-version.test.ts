import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';

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

describe('a version after a pre-release', () => {
  it('must be higher than the highest version, a pre-release too', async () => {
    await register('0.9.0', '1.0.0-beta');
    for (const version of ['0.9.1', '1.0.0-alpha']) {
      const { body } = await acme.post(AVAILABLE, { app, version }).expect(400);
      expect(body.errors[0]).toMatchObject({
        code: 'version_outdated',
        meta: { highestVersion: '1.0.0-beta' },
      });
    }
    await acme.post(AVAILABLE, { app, version: '1.0.0-beta' }).expect(409);
    await acme.post(AVAILABLE, { app, version: '1.0.0' }).expect(201);
  });

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
