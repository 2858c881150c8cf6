import { describe, expect, it } from '@jest/globals';
import { definitionWith } from '../../testing/test-definitions.ts';
import type { Finding } from '../findings/finding.ts';
import { applyJsonPatch } from '../json/json-patch.ts';
import type { JsonObject } from '../json/json-value.ts';
import { exampleDefinition } from '../schema/example-definition.ts';
import { validateDefinition } from '../validation/validate-definition.ts';
import { inspectDefinition } from './inspect-definition.ts';

function findingsOf(properties: JsonObject): Finding[] {
  const { errors, warnings } = inspectDefinition(definitionWith(properties));
  return [...errors, ...warnings];
}

function fixOf(properties: JsonObject, rule: string): unknown {
  return findingsOf(properties).find((finding) => finding.rule === rule)?.fix;
}

/** The definition after the fix of a rule's first finding, without what all of them have. */
function fixed(properties: JsonObject, rule: string): unknown {
  const fix = findingsOf(properties).find((finding) => finding.rule === rule)?.fix ?? [];
  expect(fix).not.toEqual([]);
  const { app, version, ...rest } = applyJsonPatch(definitionWith(properties), fix) as JsonObject;
  return version === '1.0.0' ? rest : { version, ...rest };
}

describe('inspectDefinition', () => {
  it('reports the problems of validateDefinition, in its words', () => {
    const definition = { app: 'order-tracker', version: '1.0', iconURL: 'x', tags: [] };
    const validation = validateDefinition(definition);
    if (validation.ok) throw new Error('accepted');
    const { errors } = inspectDefinition(definition);
    expect(
      errors.map(({ detail, source, code, title }) => ({ detail, source, code, title })),
    ).toEqual(validation.errors.map(({ status, ...problem }) => problem));
  });

  it('reports the warnings of a definition that has errors', () => {
    const { errors, warnings, definition } = inspectDefinition(
      definitionWith({ version: '1', website: 'nowhere' }),
    );
    expect(errors).toMatchObject([{ rule: 'version', severity: 'error' }]);
    expect(warnings).toContainEqual(
      expect.objectContaining({ rule: 'unparseable-url', severity: 'warning' }),
    );
    expect(definition).toBeUndefined();
  });

  it('returns an accepted definition as it is', () => {
    expect(inspectDefinition(exampleDefinition).definition).toBe(exampleDefinition);
  });

  it.each([null, 5, 'text', [], [{}]])('refuses %j, which is no object', (value) => {
    expect(inspectDefinition(value)).toMatchObject({
      errors: [{ rule: 'wrong-type', expected: 'an object' }],
      warnings: [],
    });
  });
});

describe('the fix of', () => {
  it.each<[what: string, JsonObject, rule: string, JsonObject]>([
    [
      'a misspelled top-level property',
      { iconURL: 'https://a.test/i.png' },
      'unknown-property',
      { iconUrl: 'https://a.test/i.png' },
    ],
    ['a key of a manifest', { clientSecret: 'x' }, 'unknown-property', {}],
    ['a version with a v', { version: 'v1.2.3' }, 'version', { version: '1.2.3' }],
    ['a short version', { version: '2.1' }, 'version', { version: '2.1.0' }],
    [
      'an unknown tag near a known one',
      { tags: ['Ecommerce'] },
      'allowed-value',
      { tags: ['ecommerce'] },
    ],
    ['a tag of the operator', { tags: ['ai', 'featured'] }, 'operator-tag', { tags: ['ai'] }],
    [
      'an unknown visibility',
      { visibility: 'Private' },
      'allowed-value',
      { visibility: 'private' },
    ],
    [
      'a text for a list',
      { screenshots: 'https://a.test/1.png' },
      'wrong-type',
      { screenshots: ['https://a.test/1.png'] },
    ],
    [
      'a dependency with an @',
      { dependencies: ['core@^1.4.0'] },
      'dependency',
      { dependencies: ['core-^1.4.0'] },
    ],
    [
      'a redirect URI with http',
      { redirectUris: ['http://a.test/cb'] },
      'redirect-uri',
      { redirectUris: ['https://a.test/cb'] },
    ],
    [
      'a repeated redirect URI',
      { redirectUris: ['https://a.test/cb', 'https://a.test/cb'] },
      'redirect-uri-repeated',
      { redirectUris: ['https://a.test/cb'] },
    ],
    [
      'a changelog key with a v',
      { changelog: { '1.0.0': '{{2024-01-31}}', 'v0.9.0': '{{2023-01-31}}' } },
      'changelog-version',
      { changelog: { '1.0.0': '{{2024-01-31}}', '0.9.0': '{{2023-01-31}}' } },
    ],
    [
      'a title with an invisible character',
      { title: 'Or\u200bders' },
      'display-name',
      { title: 'Orders' },
    ],
    [
      'a lifecycle webhook with http',
      { lifecycleWebhooks: [{ url: 'http://a.test/', events: ['app.installed'] }] },
      'lifecycle-webhook-url',
      { lifecycleWebhooks: [{ url: 'https://a.test/', events: ['app.installed'] }] },
    ],
    [
      'a misspelled nested property',
      { kviews: [{ Template: '' }] },
      'misspelled-property',
      { kviews: [{ template: '' }] },
    ],
  ])('%s is certain', (_what, properties, rule, expected) => {
    expect(fixed(properties, rule)).toEqual(expected);
  });

  it.each<[what: string, JsonObject, rule: string]>([
    ['the only tag, if it is of the operator', { tags: ['featured'] }, 'operator-tag'],
    [
      'a misspelled property beside the right one',
      { iconURL: 'a', iconUrl: 'b' },
      'unknown-property',
    ],
    ['a misspelled property with a wrong value', { iconURL: 5 }, 'unknown-property'],
    ['a version that the changelog lacks', { version: 'v1.2.3', changelog: {} }, 'version'],
    ['a release note without a date', { changelog: { '1.0.0': 'First.' } }, 'missing-release-date'],
    ['a key below the prototype', { constructor: { tags: 1 } }, 'unknown-property'],
  ])('%s is not given', (_what, properties, rule) => {
    expect(findingsOf(properties)).toContainEqual(expect.objectContaining({ rule }));
    expect(fixOf(properties, rule)).toBeUndefined();
  });
});
