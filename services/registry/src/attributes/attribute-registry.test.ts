import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

const klass = (name: string, properties: object, standard = true) => ({
  name,
  metadata: { ...(standard && { standard }), properties },
});
const points = { displayName: 'Points', example: '120' };

async function customerAttributes(caller: Caller) {
  const { body } = await caller.get('/v1/apps/metadata/customer').expect(200);
  return body[0].appInstalledProperties;
}

/** As they could be registered before display names had a greatest length; six bytes a character in JSON. */
async function addVersions(name: string, count: number, displayNameLength: number) {
  const session = await registry.adapter.connect();
  await session.executeScript(`
    WITH first AS (SELECT v.* FROM app a JOIN app_version v ON v.app_id = a.id WHERE a.name = '${name}'),
    added AS (
      INSERT INTO app_version (app_id, version, precedence, definition, added_fields, title,
                               dependencies, defects)
      SELECT app_id, '0.' || n || '.0', '0.' || n || '.0', definition, added_fields, title,
             dependencies, defects
      FROM first, generate_series(1, ${count}) n ORDER BY n
      RETURNING id, version
    )
    INSERT INTO attribute (app_version_id, klass, name, display_name, example)
    SELECT added.id, t.klass, t.name,
           repeat(chr(1), ${displayNameLength}) || added.version, t.example
    FROM added, first JOIN attribute t ON t.app_version_id = first.id`);
  await session.dispose();
}

describe('the attribute registry', () => {
  it('200 with a record for every standard Klass, empty at first', async () => {
    acme = await registry.newCaller();
    const { body } = await acme.get('/v1/apps/metadata').expect(200);
    expect(body).toEqual(
      ['company', 'conversation', 'customer', 'message', 'user'].map((name) => ({
        klass: name,
        appInstalledProperties: {},
      })),
    );
  });

  it('lists namespaced names with the versions that use them, in semver order', async () => {
    acme = await registry.newCaller();
    const app = uniqueName('loyal');
    const klasses = [klass('customer', { pointsNum: points })];
    const base = { app, identifier: 'loyal', visibility: 'private', klasses };
    for (const version of ['0.2.0', '0.10.0-rc.1', '0.10.0']) {
      await acme.register({ ...base, version });
    }
    await acme.register({ ...base, version: '1.0.0', klasses: [] });
    const { body } = await acme.get('/v1/apps/metadata/customer').expect(200);
    expect(body).toEqual([
      {
        klass: 'customer',
        appInstalledProperties: {
          '@loyalPointsNum': {
            ...points,
            usedBy: { [acme.privateName(app)]: '0.2.0,0.10.0-rc.1,0.10.0' },
          },
        },
      },
    ]);
  });

  it('sorts the keys of a record', async () => {
    acme = await registry.newCaller();
    const properties = { zebraStr: points, appleStr: points, mangoAt: points };
    await acme.register({
      app: uniqueName('sorted'),
      identifier: 'sorted',
      klasses: [klass('user', properties)],
    });
    const { body } = await acme.get('/v1/apps/metadata/user').expect(200);
    expect(Object.keys(body[0].appInstalledProperties)).toEqual([
      '@sortedAppleStr',
      '@sortedMangoAt',
      '@sortedZebraStr',
    ]);
    expect(Object.keys(body[0].appInstalledProperties['@sortedAppleStr'])).toEqual([
      'displayName',
      'example',
      'usedBy',
    ]);
  });

  it('shows the display name of the highest version', async () => {
    acme = await registry.newCaller();
    const app = uniqueName('renamed');
    for (const [version, displayName] of [
      ['0.0.1', 'Old'],
      ['0.0.2', 'New'],
    ]) {
      const klasses = [klass('customer', { nameStr: { displayName, example: 'x' } })];
      await acme.register({ app, version, identifier: 'rename', klasses });
    }
    expect(await customerAttributes(acme)).toMatchObject({
      '@renameNameStr': { displayName: 'New' },
    });
  });

  it('lists texts from before their length was bounded, once and not for each version', async () => {
    acme = await registry.newCaller();
    const klasses = [klass('customer', { nameStr: points })];
    const app = uniqueName('long');
    await acme.register({ app, identifier: 'lng', visibility: 'private', klasses });
    await addVersions(acme.privateName(app), 100, 1_000_000);
    const attribute = (await customerAttributes(acme))['@lngNameStr'];
    expect(attribute.displayName).toHaveLength(1_000_007);
    expect(attribute.displayName).toMatch(/0\.100\.0$/);
    const versions = attribute.usedBy[acme.privateName(app)].split(',');
    expect(versions).toHaveLength(101);
    expect(versions.slice(-2)).toEqual(['0.99.0', '0.100.0']);
  });

  it('422 where the listing would come to more than 16 MiB', async () => {
    acme = await registry.newCaller();
    const app = uniqueName('huge');
    const klasses = ['customer', 'user'].map((name) => klass(name, { nameStr: points }));
    await acme.register({ app, identifier: 'hge', visibility: 'private', klasses });
    await addVersions(acme.privateName(app), 1, 2_000_000);
    const { body } = await acme.get('/v1/apps/metadata').expect(422);
    expect(body.errors).toMatchObject([{ code: 'listing_too_large' }]);
    expect(await customerAttributes(acme)).toHaveProperty('@hgeNameStr');
  });

  it('adds nothing for a custom object of the same name', async () => {
    acme = await registry.newCaller();
    const klasses = [klass('customer', { pointsNum: points }, false)];
    await acme.register({ app: uniqueName('object'), klasses });
    expect(await customerAttributes(acme)).toEqual({});
  });

  it("covers another organization's public app only where it is installed, and that version", async () => {
    acme = await registry.newCaller();
    const other = await registry.newCaller();
    const app = uniqueName('public');
    const klasses = [klass('customer', { levelStr: points })];
    await other.register({ app, identifier: 'pub', klasses });
    await other.register({ app, version: '0.0.2', klasses });
    expect(await customerAttributes(acme)).toEqual({});
    await acme.install(`${app}-0.0.1`);
    expect(await customerAttributes(acme)).toMatchObject({
      '@pubLevelStr': { usedBy: { [app]: '0.0.1' } },
    });
    await acme.delete(`/v1/apps/installed/${app}`).expect(204);
    expect(await customerAttributes(acme)).toEqual({});
  });

  it('400 for a Klass that is not standard, naming those that are', async () => {
    acme = await registry.newCaller();
    const { body } = await acme.get('/v1/apps/metadata/order').expect(400);
    expect(body.errors[0]).toMatchObject({
      detail: expect.stringContaining('company, '),
      source: { parameter: 'klass' },
    });
  });

  it('is readable with either apps role', async () => {
    acme = await registry.newCaller();
    for (const role of ['org.admin.apps', 'org.permission.apps']) {
      const caller = await registry.keyFor(acme.organizationId, [role]);
      await caller.get('/v1/apps/metadata').expect(200);
    }
    const stranger = await registry.keyFor(acme.organizationId, ['org.permission.customer']);
    await stranger.get('/v1/apps/metadata').expect(403);
  });
});
