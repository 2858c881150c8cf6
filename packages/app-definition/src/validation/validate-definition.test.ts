import { describe, expect, it } from '@jest/globals';
import {
  definitionWith,
  pointersOf,
  refusalsOf,
  warningsOf,
} from '../../testing/test-definitions.ts';
import type { JsonObject } from '../json/json-value.ts';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';
import { exampleDefinition } from '../schema/example-definition.ts';
import { validateDefinition, validatePatch } from './validate-definition.ts';

describe('validateDefinition accepts', () => {
  it('a complete definition without a warning, and returns the given value', () => {
    const before = structuredClone(exampleDefinition);
    const result = validateDefinition(exampleDefinition);
    expect(result).toEqual({ ok: true, definition: before, warnings: [] });
    expect(result.ok && result.definition).toBe(exampleDefinition);
  });

  it('every property of the schema, all of which the complete definition has', () => {
    expect(Object.keys(exampleDefinition).sort()).toEqual(
      Object.keys(appDefinitionSchema.properties).sort(),
    );
  });

  it('app and version alone', () => {
    expect(validateDefinition({ app: 'a', version: '0.0.1' })).toMatchObject({ ok: true });
  });

  it('unknown fields below the top level', () => {
    const open = {
      appDetails: { appDeveloper: { since: 2011 }, more: 1 },
      kviews: [{ enabled: true, meta: { color: 'red' } }],
      shortcuts: [{ draft: { html: '' }, payload: [1], conversation: 'any' }],
      meta: { anything: { goes: true } },
      commands: [{ timeout: 5 }],
      auth: { a: [1, { b: null }] },
    };
    expect(warningsOf(open)).toEqual([]);
  });

  it.each([
    { app: 'a'.repeat(128) },
    { app: '_' },
    { title: '𝒯'.repeat(256) },
    { identifier: 'a1' },
    { identifier: '8x8' },
    { identifier: 'Abcdefg8' },
    { tags: ['ai', 'analytics', 'csat', 'ecommerce', 'messaging'] },
    { visibility: 'public' },
    { dataSubscriptions: ['status-sync'] },
    { outboundWebhooks: [{ headers: { 'x-origin': 'a' } }] },
    { outboundWebhooks: [{ headers: [{ name: 'x-origin', value: 'a' }] }] },
    { widgets: [{ width: '20vw', height: 40, iframePermissions: 'camera' }] },
  ])('%j', (properties) => {
    expect(warningsOf(properties)).toEqual([]);
  });
});

describe('validateDefinition refuses', () => {
  it.each<[string, number, (text: string) => JsonObject]>([
    ['/description', 32_768, (description) => ({ description })],
    ['/appDetails/appDeveloper/name', 256, (name) => ({ appDetails: { appDeveloper: { name } } })],
  ])('a text that the directory lists, at %s, of more than %i characters', (pointer, most, at) => {
    expect(refusalsOf(at('a'.repeat(most)))).toEqual([]);
    expect(pointersOf(refusalsOf(at('a'.repeat(most + 1))))).toEqual([pointer]);
  });

  it.each([[[]], ['text'], [5], [null], [undefined], [true]])('%j, once', (value) => {
    const result = validateDefinition(value);
    expect(result).toMatchObject({ ok: false, errors: [{ source: { pointer: '' } }] });
    expect(!result.ok && result.errors).toHaveLength(1);
  });

  it('a missing app and version, each at its own place', () => {
    const result = validateDefinition({ title: 'Order tracker' });
    expect(result).toMatchObject({
      ok: false,
      errors: [{ source: { pointer: '/app' } }, { source: { pointer: '/version' } }],
    });
  });

  it.each([
    ['/app', { app: '' }],
    ['/app', { app: 'a'.repeat(129) }],
    ['/app', { app: 'order-tracker' }],
    ['/app', { app: 'order tracker' }],
    ['/app', { app: 'order_tracker\n' }],
    ['/app', { app: 5 }],
    ['/app', { app: null }],
    ['/version', { version: 1 }],
    ['/title', { title: '' }],
    ['/title', { title: 'a'.repeat(257) }],
    ['/title', { title: null }],
    ['/visibility', { visibility: 'Private' }],
    ['/visibility', { visibility: true }],
    ['/identifier', { identifier: 'a' }],
    ['/identifier', { identifier: '' }],
    ['/identifier', { identifier: 'abcdefghi' }],
    ['/identifier', { identifier: '1_bc' }],
    ['/identifier', { identifier: 'ab_c' }],
    ['/iconUrl', { iconUrl: 5 }],
    ['/description', { description: [] }],
    ['/appDetails', { appDetails: 'Example Labs' }],
    ['/appDetails/appDeveloper/name', { appDetails: { appDeveloper: { name: 5 } } }],
    ['/appDetails/documentationLinks/0/url', { appDetails: { documentationLinks: [{ url: 5 }] } }],
    ['/tags', { tags: 'ai' }],
    ['/tags', { tags: [] }],
    ['/tags/1', { tags: ['ai', 'games'] }],
    ['/tags/0', { tags: [5] }],
    ['/screenshots/0', { screenshots: [{}] }],
    ['/dataSubscriptions/0', { dataSubscriptions: ['everything'] }],
    ['/kviews/0/template', { kviews: [{ template: {} }] }],
    ['/kviews/0/meta/icon', { kviews: [{ meta: { icon: 5 } }] }],
    ['/shortcuts/0/draft/text', { shortcuts: [{ draft: { text: 5 } }] }],
    ['/shortcuts/0/accessTeams/0', { shortcuts: [{ accessTeams: [5] }] }],
    ['/meta/externalQueue', { meta: { externalQueue: 5 } }],
    ['/postInstallMessage', { postInstallMessage: {} }],
  ])('a wrong value at %s: %j', (pointer, properties) => {
    const refusals = refusalsOf(properties);
    expect(refusals).toMatchObject([{ pointer, code: 'invalid_definition' }]);
    expect(refusals[0]?.detail).toMatch(/^.{20,300}\.$/);
  });

  it.each([
    ['a Cyrillic letter', 'order_tr\u0430cker'],
    ['full-width letters', 'ｏｒｄｅｒ'],
    ['a combining mark', 'order_tracke\u0301r'],
    ['a zero width joiner', 'order\u200d_tracker'],
    ['a right-to-left override', '\u202eorder'],
    ['Arabic digits', 'order١'],
    ['a full-width underscore', 'order＿tracker'],
    ['a long s', 'ſhop'],
    ['a Kelvin sign', '\u212aelvin'],
    ['NUL', 'order\u0000'],
    ['a lone surrogate', 'order\ud800'],
  ])('an app with %s', (_what, app) => {
    expect(pointersOf(refusalsOf({ app }))).toEqual(['/app']);
  });

  it.each(['built-by-service', 'featured'])('the tag %s, which only the operator sets', (tag) => {
    const [refusal] = refusalsOf({ tags: ['ai', tag] });
    expect(refusal?.pointer).toBe('/tags/1');
    expect(refusal?.detail).toContain('only the operator');
  });

  it('several wrong properties in one answer', () => {
    const refusals = refusalsOf({
      app: '',
      version: 'v1',
      iconURL: '',
      commands: {},
      klasses: [{}],
    });
    expect(new Set(pointersOf(refusals))).toEqual(
      new Set(['/app', '/version', '/iconURL', '/commands', '/klasses/0/name']),
    );
  });

  it('with at most 100 problems and the number of omitted ones', () => {
    const refusals = refusalsOf({ tags: Array(350).fill('games') });
    expect(refusals).toHaveLength(101);
    expect(refusals.at(-1)).toMatchObject({ pointer: '', detail: expect.stringContaining('250 ') });
  });

  it('without repeating a long value', () => {
    const long = 'x-'.repeat(100_000);
    const properties = { app: long, version: long, tags: [long], dependencies: [`a-${long}`] };
    const result = validateDefinition({ ...properties, [long]: 1, redirectUris: [long] });
    expect(JSON.stringify(result).length).toBeLessThan(5000);
  });
});

const advisory = {
  actions: [],
  auth: {},
  commands: [],
  hooks: [],
  i18n: {},
  outboundWebhooks: [],
  roles: [],
  settings: {},
  settingsPageConfig: {},
  triggers: [],
  widgets: [],
  workflows: [],
};

describe.each(Object.entries(advisory))('%s', (name, container) => {
  it('of a wrong type is refused', () => {
    const wrong = Array.isArray(container) ? {} : [];
    expect(pointersOf(refusalsOf({ [name]: wrong }))).toEqual([`/${name}`]);
    expect(pointersOf(refusalsOf({ [name]: 'text' }))).toEqual([`/${name}`]);
  });

  it('with anything inside is accepted', () => {
    const wrong = Array.isArray(container) ? [5, null, [], { name: 5 }] : { a: 5, url: {} };
    expect(refusalsOf({ [name]: wrong })).toEqual([]);
  });
});

describe('validateDefinition warns', () => {
  it.each([
    ['/commands/0', { commands: [5] }],
    ['/commands/0/cacheSeconds', { commands: [{ cacheSeconds: '60' }] }],
    ['/actions/0/inputSchema', { actions: [{ inputSchema: 'x' }] }],
    ['/triggers/0/eventName', { triggers: [{ eventName: 5 }] }],
    ['/outboundWebhooks/0/events/0', { outboundWebhooks: [{ events: [5] }] }],
    ['/widgets/0/width', { widgets: [{ width: true }] }],
    ['/settings/a', { settings: { a: 5 } }],
    ['/settings/a/b/required', { settings: { a: { b: { required: 'yes' } } } }],
    ['/settingsPageConfig/title', { settingsPageConfig: { title: 5 } }],
    ['/i18n/en_us/title', { i18n: { en_us: { title: 5 } } }],
    ['/workflows/0/steps', { workflows: [{ steps: 'none' }] }],
    ['/roles/0', { roles: [5] }],
  ])('about a wrong type at %s', (pointer, properties) => {
    expect(warningsOf(properties)).toMatchObject([
      { pointer, code: 'unexpected_type', blocks: false },
    ]);
  });

  it.each([
    ['/hooks/0/type', { hooks: [{ type: 'fax' }] }],
    ['/settings/a/b/type', { settings: { a: { b: { type: 'text' } } } }],
  ])('about an unknown choice at %s', (pointer, properties) => {
    expect(warningsOf(properties)).toMatchObject([
      { pointer, code: 'unexpected_value', blocks: false },
    ]);
  });

  it('about a name that is too long', () => {
    const long = 'k'.repeat(300);
    expect(warningsOf({ i18n: { [long]: 5, en_us: {} }, settings: { [long]: 5 } })).toMatchObject([
      { pointer: `/settings/${long}`, code: 'unexpected_value' },
      { pointer: `/i18n/${long}`, code: 'unexpected_value' },
    ]);
  });

  it('at most 100 times, and an omitted warning still blocks installation', () => {
    const screenshots = Array(100).fill('x');
    const later = { workflows: [{ steps: [{ action: 'missing' }] }] };
    const nothingBlocks = warningsOf({ screenshots: [...screenshots, 'x'] });
    expect(nothingBlocks).toHaveLength(101);
    expect(nothingBlocks.at(-1)).toMatchObject({ code: 'more_warnings', blocks: false });
    const commands = Array(100).fill({ url: 'x' });
    expect(warningsOf({ commands, ...later }).at(-1)).toMatchObject({
      code: 'more_warnings',
      blocks: true,
    });
  });
});

describe('validatePatch', () => {
  const patch = {
    title: 'Order tracker',
    iconUrl: 'https://cdn.example.com/icon.png',
    description: '# Orders',
    vendor: 'Example Labs',
    website: 'https://labs.example.com',
    screenshots: ['https://cdn.example.com/1.png'],
    instructions: 'None.',
    releaseNotesUrl: 'https://labs.example.com/releases',
    postInstallMessage: 'Ready.',
  };

  it('accepts every descriptive field, and each alone', () => {
    expect(validatePatch(patch)).toEqual({ ok: true, patch, warnings: [] });
    for (const [name, value] of Object.entries(patch)) {
      expect(validatePatch({ [name]: value })).toMatchObject({ ok: true });
    }
  });

  it.each(Object.keys(definitionWith({ tags: 1, changelog: 1 })))('refuses %s', (name) => {
    expect(validatePatch({ [name]: '1.0.0' })).toMatchObject({
      ok: false,
      errors: [{ status: 400, source: { pointer: `/${name}` } }],
    });
  });

  it.each([...Object.keys(patch)])('refuses %s of another type', (name) => {
    expect(validatePatch({ [name]: 5 })).toMatchObject({
      ok: false,
      errors: [{ source: { pointer: `/${name}` } }],
    });
  });

  it('refuses a value that is not an object, once', () => {
    expect(validatePatch([])).toMatchObject({ ok: false, errors: [{ source: { pointer: '' } }] });
  });
});
