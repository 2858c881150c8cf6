import type { AppDefinition } from '@app-platform/app-definition';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addedFieldsOf, availableAppJson, type RecordFields } from './available-app.ts';
import { notBlocked, notWithdrawn } from './status.ts';

const field = fc.string({ unit: 'grapheme', minLength: 1 }).filter((key) => key !== '__proto__');
const otherFields = fc.dictionary(field, fc.jsonValue(), { noNullPrototype: true });
const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n'), maxLength: 6 });
const operatorTags = fc.uniqueArray(fc.constantFrom('featured', 'built-by-service'));
const at = new Date('2026-01-02T03:04:05.678Z');

const fields: RecordFields = {
  name: 'parcels',
  auth: {},
  version: '1.0.0',
  visibility: 'public',
  redirectUris: ['https://a.example/"quoted"'],
  clientId: 'client',
  identifier: 'parcel',
  title: 'Pärcels',
};
/** The fields that a definition may show itself, any of them. */
const shown = fc.subarray([
  'version',
  'visibility',
  'redirectUris',
  'identifier',
  'title',
] as const);

describe('the record of a version', () => {
  it('property: has the fields of the definition, those that are added, and all tags', () => {
    fc.assert(
      fc.property(otherFields, shown, space, operatorTags, (other, keys, indent, tags) => {
        const own = Object.fromEntries(keys.map((key) => [key, fields[key]]));
        const definition = { app: 'parcels', tags: ['ai'], ...other, ...own } as unknown;
        const isRecord = Object.keys(other).some(
          (key) => key in fields || key in { createdAt: 1, updatedAt: 1, tags: 1 },
        );
        fc.pre(!isRecord);
        const json = availableAppJson({
          ...fields,
          definitionText: indent + JSON.stringify(definition, null, indent) + indent,
          addedFields: addedFieldsOf(definition as AppDefinition, fields),
          operatorTags: tags,
          createdAt: at,
          updatedAt: at,
          ...notBlocked,
          ...notWithdrawn,
        });
        expect(JSON.parse(json)).toEqual({
          type: 'available_app',
          id: 'parcels-1.0.0',
          attributes: {
            ...JSON.parse(JSON.stringify(definition)),
            ...fields,
            tags: ['ai', ...tags],
            createdAt: at.toISOString(),
            updatedAt: at.toISOString(),
          },
        });
      }),
      { numRuns: 500 },
    );
  });

  it('shows the definition as it was sent', () => {
    const json = availableAppJson({
      name: 'one',
      version: '1.0.0',
      definitionText: ' {"app" :"one","version":"1.0.0",\n"n":1e2,"title":"\\u00dcn\\u00f6"} ',
      addedFields: '{"name":"one"}',
      operatorTags: [],
      createdAt: at,
      updatedAt: at,
      ...notBlocked,
      ...notWithdrawn,
    });
    expect(json).toBe(
      '{"type":"available_app","id":"one-1.0.0","attributes":{"app" :"one","version":"1.0.0",\n"n":1e2,"title":"\\u00dcn\\u00f6","name":"one","createdAt":"2026-01-02T03:04:05.678Z","updatedAt":"2026-01-02T03:04:05.678Z"}}',
    );
  });
});
