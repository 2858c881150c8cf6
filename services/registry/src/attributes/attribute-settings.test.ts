import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';

const NAME = '@loyPointsNum';
const PATH = `/v1/apps/metadata/customer/${encodeURIComponent(NAME)}`;

let registry: RunningRegistry;
let acme: Caller;
/** A public app with the attribute. */
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

const points = { displayName: 'Points', example: '120' };
const klassesWith = (properties: object, name = 'customer') => [
  { name, metadata: { standard: true, properties } },
];

beforeEach(async () => {
  acme = await registry.newCaller();
  app = uniqueName('loyalty');
  const klasses = klassesWith({ pointsNum: points });
  await acme.register({ app, identifier: 'loy', visibility: 'private', klasses });
});

async function shownName(caller: Caller): Promise<string> {
  const { body } = await caller.get('/v1/apps/metadata/customer').expect(200);
  return body[0].appInstalledProperties[NAME].displayName;
}

const change = (body: object, caller = acme) => caller.patch(PATH, body);

type AttributeRecord = { attributes: Record<string, unknown> };

/** All entries of a list. */
async function pages(path: string, after?: string): Promise<AttributeRecord[]> {
  const { body } = await acme.get(after ? `${path}&page[after]=${after}` : path).expect(200);
  expect(body.data.length).toBeLessThanOrEqual(2);
  const next: string | null = body.meta.page.after;
  return next === null ? body.data : [...body.data, ...(await pages(path, next))];
}

describe('PATCH /v1/apps/metadata/{klass}/{attribute}', () => {
  it('200 with the record, and the registry shows the display name of the organization', async () => {
    const { body } = await change({ displayName: 'Loyalty' }).expect(200);
    expect(body.data).toEqual({
      type: 'attribute',
      id: `customer/${NAME}`,
      attributes: {
        klass: 'customer',
        name: NAME,
        displayName: 'Loyalty',
        appDisplayName: 'Points',
        example: '120',
        dataType: 'number',
        active: true,
        identifier: 'loy',
        usedBy: [{ app: acme.privateName(app), versions: ['0.0.1'], isInstalled: false }],
      },
    });
    expect(await shownName(acme)).toBe('Loyalty');
    const all = await acme.get('/v1/apps/metadata').expect(200);
    const customer = all.body.find(({ klass }: { klass: string }) => klass === 'customer');
    expect(customer.appInstalledProperties).toEqual({
      [NAME]: {
        displayName: 'Loyalty',
        example: '120',
        usedBy: { [acme.privateName(app)]: '0.0.1' },
      },
    });
  });

  it('changes what is named alone, and null gives the name of the app back', async () => {
    await change({ displayName: 'Loyalty' }).expect(200);
    const { body: inactive } = await change({ active: false }).expect(200);
    expect(inactive.data.attributes).toMatchObject({ displayName: 'Loyalty', active: false });
    const { body: reset } = await change({ displayName: null }).expect(200);
    expect(reset.data.attributes).toMatchObject({ displayName: 'Points', active: false });
    expect(await shownName(acme)).toBe('Points');
  });

  it('keeps the record in the registry where the attribute is not active', async () => {
    await change({ active: false }).expect(200);
    expect(await shownName(acme)).toBe('Points');
  });

  it('writes an audit row in the same transaction, for a change alone', async () => {
    await change({ displayName: 'Loyalty', active: false }).expect(200);
    await change({ displayName: 'Loyalty' }).expect(200);
    const rows = (await registry.auditTrail(acme.organizationId)).filter(
      ({ action }) => action === 'attribute.changed',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      actorType: 'api_key',
      subject: `customer/${NAME}`,
      before: { displayName: null, active: true },
      after: { displayName: 'Loyalty', active: false },
    });
  });

  it('stays through an uninstallation, and counts again after it', async () => {
    const owner = await registry.newCaller();
    const name = uniqueName('public');
    const klasses = klassesWith({ levelStr: { displayName: 'Level', example: 'gold' } });
    await owner.register({ app: name, identifier: 'pbl', visibility: 'public', klasses });
    const path = '/v1/apps/metadata/customer/@pblLevelStr';
    await acme.patch(path, { active: false }).expect(404);
    await acme.install(name);
    await acme.patch(path, { displayName: 'Status', active: false }).expect(200);
    await acme.delete(`/v1/apps/installed/${name}`).expect(204);
    await acme.get(path).expect(404);
    await acme.patch(path, { active: true }).expect(404);
    await acme.install(name);
    const { body } = await acme.get(path).expect(200);
    expect(body.data.attributes).toMatchObject({
      displayName: 'Status',
      appDisplayName: 'Level',
      active: false,
      usedBy: [{ app: name, versions: ['0.0.1'], isInstalled: true }],
    });
  });

  it('is of one organization, klass and attribute', async () => {
    const other = await registry.newCaller();
    for (const caller of [acme, other]) {
      const klasses = [
        ...klassesWith({ pointsNum: points }),
        ...klassesWith({ pointsNum: points }, 'user'),
      ];
      const twin = uniqueName('twin');
      await caller.register({ app: twin, identifier: 'loy', visibility: 'private', klasses });
    }
    await change({ displayName: 'Loyalty', active: false }).expect(200);
    const read = async (caller: Caller, klass: string) =>
      (await caller.get(PATH.replace('customer', klass)).expect(200)).body.data.attributes;
    expect(await read(other, 'customer')).toMatchObject({ displayName: 'Points', active: true });
    expect(await read(acme, 'user')).toMatchObject({ displayName: 'Points', active: true });
    expect(await shownName(other)).toBe('Points');
  });

  it('200 for changes at once, and none is lost', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `Name ${n}`);
    const answers = await Promise.all([
      ...names.map((displayName) => change({ displayName })),
      change({ active: false }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { body } = await acme.get(PATH).expect(200);
    expect(body.data.attributes.active).toBe(false);
    expect(names).toContain(body.data.attributes.displayName);
    const rows = await registry.auditTrail(acme.organizationId);
    const changes = rows.filter(({ action }) => action === 'attribute.changed');
    expect(changes).toHaveLength(9);
  });

  it.each([
    [{}, ''],
    [{ displayName: '' }, '/displayName'],
    [{ displayName: 'x'.repeat(257) }, '/displayName'],
    [{ displayName: 'a\u0000' }, '/displayName'],
    [{ active: 'no' }, '/active'],
    [{ active: null }, '/active'],
    [{ active: true, example: '1' }, '/example'],
  ])('400 for %j', async (body, pointer) => {
    const { body: answer } = await change(body).expect(400);
    expect(answer.errors[0].source?.pointer ?? pointer).toBe(pointer);
  });

  it('404 for an attribute that the organization does not have, 400 for another Klass', async () => {
    const body = { active: false };
    const source = { parameter: 'attribute' };
    for (const name of ['@loyOtherNum', 'pointsNum', '__proto__', '%F0%9F%8E%89']) {
      const { body: answer } = await acme.patch(`/v1/apps/metadata/customer/${name}`, body);
      expect(answer.errors).toMatchObject([{ status: 404, source }]);
    }
    for (const name of ['%00', 'x'.repeat(301)]) {
      const { body: answer } = await acme.patch(`/v1/apps/metadata/customer/${name}`, body);
      expect(answer.errors).toMatchObject([{ status: 400, source }]);
    }
    await acme.patch(PATH.replace('customer', 'order'), body).expect(400);
    await acme.patch(PATH.replace('customer', 'company'), body).expect(404);
  });

  it('403 without org.admin.apps; either apps role reads', async () => {
    const reader = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    await change({ active: false }, reader).expect(403);
    await reader.get(PATH).expect(200);
    await reader.get('/v1/attributes').expect(200);
    const stranger = await registry.keyFor(acme.organizationId, ['org.permission.customer']);
    await stranger.get('/v1/attributes').expect(403);
  });
});

describe('GET /v1/attributes', () => {
  it('200 with all attributes page by page, by Klass and name, with the settings', async () => {
    const more = { tierStr: points, sinceAt: points, plainOne: points };
    const klasses = [...klassesWith(more), ...klassesWith({ codeStr: points }, 'company')];
    await acme.register({ app, version: '0.0.2', visibility: 'private', klasses });
    await acme.install(acme.privateName(app));
    await acme.patch('/v1/apps/metadata/company/@loyCodeStr', { active: false }).expect(200);
    const found = await pages('/v1/attributes?page[size]=2');
    const facts = found.map(({ attributes: { klass, name, dataType, active } }) => [
      klass,
      name,
      dataType,
      active,
    ]);
    expect(facts).toEqual([
      ['company', '@loyCodeStr', 'short string', false],
      ['customer', '@loyPlainOne', null, true],
      ['customer', NAME, 'number', true],
      ['customer', '@loySinceAt', 'date', true],
      ['customer', '@loyTierStr', 'short string', true],
    ]);
    const [, , ofFirst] = found;
    expect(ofFirst?.attributes.usedBy).toEqual([
      { app: acme.privateName(app), versions: ['0.0.1'], isInstalled: true },
    ]);
    const { body: ofCompany } = await acme.get('/v1/attributes?klass=company').expect(200);
    expect(ofCompany.data).toHaveLength(1);
  });

  it('400 for a cursor of another list and for an unknown Klass', async () => {
    const cursor = Buffer.from('anything').toString('base64url');
    await acme.get(`/v1/attributes?page[after]=${cursor}`).expect(400);
    await acme.get('/v1/attributes?klass=order').expect(400);
  });
});
