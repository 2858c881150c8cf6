import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const PATH = '/v1/apps/validate';
const APPS = '/v1/apps/available';

let registry: RunningRegistry;
let acme: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
  app = uniqueName('tried');
});

async function validate(definition: unknown, caller = acme) {
  const { body } = await caller.post(PATH, definition).expect(200);
  return body.data;
}

const codes = (findings: { code: string }[]) => findings.map(({ code }) => code);

describe('a validation', () => {
  it('tells the name and the identifier that the registration then gives', async () => {
    const definition = { app, version: '1.0.0', title: 'Tried', visibility: 'private' };
    const report = await validate(definition);
    expect(report).toMatchObject({ valid: true, errors: [], name: acme.privateName(app) });
    const registered = await acme.register(definition);
    expect(registered).toMatchObject({ name: report.name, identifier: report.identifier });
  });

  it('leaves nothing behind: no version, no name, no identifier, no audit row', async () => {
    const definition = { app, version: '1.0.0', title: 'Tried', identifier: 'tried99' };
    await validate(definition);
    await validate(definition);
    await acme.get(`${APPS}/${app}`).expect(404);
    const actions = (await registry.auditTrail(acme.organizationId)).map(({ action }) => action);
    expect(actions).not.toContain('app_version.registered');
    const other = await registry.newCaller();
    await other.register(definition);
  });

  it('lists the errors of the definition and those of the registry together', async () => {
    await acme.register({ app, version: '1.1.0', identifier: 'first1' });
    const wrong = { app, version: '1.1.0', identifier: 'second2', iconURL: 'https://a.example/i' };
    const report = await validate(wrong);
    expect(report.valid).toBe(false);
    const found = codes(report.errors);
    expect(found).toEqual(['invalid_definition', 'duplicate', 'identifier_changed']);
    const [unknown, , changed] = report.errors;
    const move = { op: 'move', from: '/iconURL', path: '/iconUrl' };
    expect(unknown).toMatchObject({ source: { pointer: '/iconURL' }, fix: [move] });
    expect(changed.fix).toEqual([{ op: 'remove', path: '/identifier' }]);
    expect(report.name).toBe(app);
  });

  it('refuses what registration refuses, such as a name that another organization has', async () => {
    await acme.register({ app, version: '1.0.0' });
    const other = await registry.newCaller();
    const report = await validate({ app, version: '2.0.0', title: 'Mine' }, other);
    expect(codes(report.errors)).toEqual(['duplicate']);
    expect(report.name).toBeNull();
  });

  it.each([null, [], 'text', 7, {}, { app: 7, version: [] }])(
    'answers about %j, which is no definition',
    async (value) => {
      const report = await validate(value);
      expect(report).toMatchObject({ valid: false, name: null, identifier: null });
      expect(report.errors.length).toBeGreaterThan(0);
    },
  );

  it('needs the role of registrations, and JSON', async () => {
    const reader = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    await reader.post(PATH, {}).expect(403);
    const malformed = acme.post(PATH).set('Content-Type', 'application/json').send('{');
    await malformed.expect(400);
  });
});

describe('the version that a validation advises', () => {
  it('is the smallest that semantic versioning allows, with the changes that require it', async () => {
    await acme.register({ app, version: '1.2.0', actions: [{ name: 'find' }] });
    const report = await validate({ app, version: '1.2.1', actions: [{ name: 'cancel' }] });
    expect(report.valid).toBe(true);
    expect(report.version).toEqual({
      given: '1.2.1',
      highest: '1.2.0',
      comparedWith: '1.2.0',
      smallestIncrement: 'major',
      suggested: '2.0.0',
      reasons: [
        { pointer: '/actions/0', detail: 'find of `actions` was removed.', increment: 'major' },
      ],
    });
    const tooSmall = report.warnings.find(
      ({ rule }: { rule: string }) => rule === 'increment-too-small',
    );
    expect(tooSmall.fix).toEqual([{ op: 'replace', path: '/version', value: '2.0.0' }]);
  });

  it('of an earlier line counts from the version below it', async () => {
    const find = { actions: [{ name: 'find' }] };
    await acme.register({ app, version: '1.0.4', ...find });
    await acme.register({ app, version: '2.0.0', actions: [{ name: 'other' }] });
    const patch = await validate({ app, version: '1.0.5', ...find });
    expect(patch.valid).toBe(true);
    expect(patch.version).toMatchObject({
      ...{ highest: '2.0.0', comparedWith: '1.0.4', smallestIncrement: 'none' },
      suggested: '1.0.5',
    });
    expect(codes(patch.warnings)).toContain('earlier_version');
    const major = await validate({ app, version: '1.0.6', actions: [{ name: 'cancel' }] });
    expect(major.version).toMatchObject({ comparedWith: '1.0.4', suggested: '3.0.0' });
    const first = await validate({ app, version: '0.9.0', ...find });
    expect(first.version).toMatchObject({ comparedWith: null, suggested: null });
  });

  it('is that of a patch where nothing changed, and none for a new app', async () => {
    await acme.register({ app, version: '1.2.0' });
    const same = await validate({ app, version: '1.2.1' });
    expect(same.version).toMatchObject({ smallestIncrement: 'none', suggested: '1.2.1' });
    const fresh = await validate({ app: `${app}_new`, version: '0.0.1', title: 'New' });
    expect(fresh.version).toMatchObject({ highest: null, smallestIncrement: null });
  });
});

describe('the attributes of a validated version', () => {
  const klasses = (...names: string[]) => [
    {
      name: 'customer',
      metadata: {
        standard: true,
        properties: Object.fromEntries(names.map((name) => [name, { displayName: name }])),
      },
    },
  ];

  it('warn where one disappears that organizations have, or changes its type', async () => {
    const identifier = 'vald1';
    await acme.register({
      app,
      version: '1.0.0',
      identifier,
      klasses: klasses('goneNum', 'typeNum'),
    });
    await (await registry.newCaller()).install(app);
    const report = await validate({ app, version: '2.0.0', klasses: klasses('typeStr') });
    const found = codes(report.warnings);
    expect(found).toContain('attribute_type_changed');
    expect(found).toContain('attribute_removed');
    const inUse = report.warnings.filter(
      ({ code }: { code: string }) => code === 'attribute_in_use',
    );
    expect(inUse[0].detail).toContain('@vald1GoneNum of customer, and 1 organization has');
  });

  it('warn where another app here provides the same name', async () => {
    const shared = { identifier: 'vald2', klasses: klasses('sameNum') };
    await acme.register({ app, version: '1.0.0', ...shared });
    const twin = { app: `${app}_twin`, version: '1.0.0', title: 'Twin', ...shared };
    const report = await validate(twin);
    expect(codes(report.warnings)).toContain('shared_attribute');
  });
});

describe('a validation as SARIF', () => {
  it('is sent where the caller prefers it', async () => {
    const { body, type } = await acme
      .post(PATH, { app, version: 'one' })
      .set('Accept', 'application/sarif+json')
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => done(null, JSON.parse(text)));
      })
      .expect(200);
    expect(type).toBe('application/sarif+json');
    expect(body.version).toBe('2.1.0');
    expect(body.runs[0].results[0]).toMatchObject({ ruleId: 'version', level: 'error' });
  });
});
