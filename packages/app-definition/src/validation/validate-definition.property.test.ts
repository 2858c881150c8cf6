import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';
import { standardKlasses } from '../schema/attribute-types.ts';
import { categoryTags } from '../schema/directory-listing.ts';
import { validateDefinition, validatePatch } from './validate-definition.ts';

/** At least one sign, and nothing that is refused in a title. */
const visible =
  /^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

const json = fc.json({ maxDepth: 5 }).map((text): unknown => JSON.parse(text));
const anyObject = fc.dictionary(fc.string(), json);
const text = fc.string({ unit: 'grapheme' });
const number = fc.nat({ max: 9999 });
const url = fc.webUrl();

/** Values that a careless `object[key]` or loop would trip over. */
const hostileKey = fc.constantFrom('constructor', '__proto__', 'toString', 'length', '', '~/', '0');
const hostile: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, 0, '', true, -1, 1e308, '\ud800', '\u0000', 'x'.repeat(300)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(hostileKey, fc.string()), tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const versions = fc.oneof(
  fc.tuple(number, number, number).map((numbers) => numbers.join('.')),
  fc
    .tuple(number, number, fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/))
    .map(([major, minor, tag]) => `${major}.${minor}.0-${tag}.1+build.${minor}`),
);
const apps = fc.stringMatching(/^[A-Za-z0-9_]{1,128}$/);
const dates = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const notes = fc.tuple(dates, text).map(([date, note]) => `{{${date}}}${note}`);

const attributes = fc.dictionary(
  fc.stringMatching(/^[a-z][A-Za-z0-9]{0,20}(Num|Str|At|Txt|Bool|Url)$/),
  fc.record({ displayName: text, example: text }, { requiredKeys: [] }),
);
const klasses = fc.tuple(
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...standardKlasses), attributes), {
      selector: ([name]) => name,
    })
    .map((all) =>
      all.map(([name, properties]) => ({ name, metadata: { standard: true, properties } })),
    ),
  fc.array(fc.record({ name: fc.string({ minLength: 1 }) })),
);

/** Definitions that every rule accepts, warnings or not. */
const definitions = fc
  .record(
    {
      app: apps,
      version: versions,
      title: fc
        .string({ minLength: 1, maxLength: 120, unit: 'grapheme' })
        .filter((title) => visible.test(title)),
      visibility: fc.constantFrom('private', 'public'),
      identifier: fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{1,7}$/),
      dependencies: fc.array(
        fc.tuple(apps, versions).map(([app, version]) => `${app}-^${version}`),
      ),
      iconUrl: url,
      description: text,
      screenshots: fc.array(url),
      tags: fc.subarray([...categoryTags], { minLength: 1 }),
      changelog: fc.dictionary(versions, notes),
      klasses: klasses.map(([standard, custom]) => [...standard, ...custom]),
      meta: fc.record({ externalQueue: text, other: json }, { requiredKeys: [] }),
      auth: anyObject,
      roles: fc.array(json),
      settings: anyObject,
      i18n: anyObject,
      commands: fc.array(json),
      workflows: fc.array(json),
    },
    { requiredKeys: ['app', 'version'] },
  )
  .chain((definition) =>
    notes.map((note) => ({
      ...definition,
      ...(definition.changelog && {
        changelog: { ...definition.changelog, [definition.version]: note },
      }),
    })),
  );

const knownKeys = Object.keys(appDefinitionSchema.properties);

describe('validateDefinition', () => {
  it('returns a result for every JSON value, and does not change it', () => {
    fc.assert(
      fc.property(fc.oneof(json, hostile), (value) => {
        const before = structuredClone(value);
        expect(typeof validateDefinition(value).ok).toBe('boolean');
        expect(typeof validatePatch(value).ok).toBe('boolean');
        expect(value).toEqual(before);
      }),
    );
  });

  it('returns a result for every JSON value in every property', () => {
    const broken = fc.dictionary(fc.constantFrom(...knownKeys), hostile);
    fc.assert(
      fc.property(broken, (value) => {
        const result = validateDefinition({ app: 'a', version: '1.0.0', ...value });
        const problems = result.ok ? result.warnings : result.errors;
        expect(problems.length).toBeLessThanOrEqual(101);
        expect(problems.every(({ detail }) => detail.length > 0 && detail.length < 500)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts every valid definition, and returns the given value', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const before = structuredClone(definition);
        const result = validateDefinition(definition);
        if (!result.ok) throw new Error(JSON.stringify(result.errors));
        expect(result.definition).toBe(definition);
        expect(definition).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});
