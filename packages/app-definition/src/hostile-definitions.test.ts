import { describe, expect, it } from '@jest/globals';
import { definitionWith } from './test-definitions.ts';
import { validateDefinition } from './validate-definition.ts';

function manyKeys(count: number, value: unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, value]));
}

const long = 'k'.repeat(500_000);
const count = 100_000;

/** Each about as large as a request may be, and slow for code that is quadratic somewhere. */
const definitions = {
  'wrong tags': { tags: Array(count).fill(5) },
  'unknown keys': manyKeys(count, 1),
  'an unknown long key': { [long]: 1 },
  'faults behind a long locale': { i18n: { [long]: manyKeys(50_000, 1) } },
  'faults behind a long category': { settings: { [long]: manyKeys(50_000, 1) } },
  'locales without a key in common': {
    i18n: Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`l${index}`, { [`k${index}`]: '' }]),
    ),
  },
  'wrong commands': { commands: Array(count).fill(5) },
  'bad ranges': { dependencies: Array(count).fill(`a-${'1||'.repeat(80)}x`) },
  'a long version': { version: `1.0.0-${'1.'.repeat(500_000)}!` },
  'a long attribute': {
    klasses: [
      {
        name: 'user',
        metadata: { standard: true, properties: { [`a${'Num'.repeat(300_000)}!`]: {} } },
      },
    ],
  },
  'a long release note': { changelog: { '1.0.0': '{{'.repeat(500_000) } },
  'brackets for a URL': {
    commands: [{ url: '['.repeat(1_000_000) }, { url: '<'.repeat(1_000_000) }],
  },
  'unknown actions': { workflows: [{ steps: manyKeys(50_000, { action: 'missing' }) }] },
  'unknown settings': { commands: [{ appSettings: ['.'.repeat(1_000_000)] }] },
  'wrong redirect URIs': { redirectUris: Array(count).fill('http://example.com') },
};

describe('a definition with', () => {
  // Milliseconds where all is well; minutes, which the runner ends, where something is quadratic.
  it.each(Object.entries(definitions))('%s gets a short answer', (_what, properties) => {
    const result = validateDefinition(definitionWith(properties));
    const problems = result.ok ? result.warnings : result.errors;
    expect(JSON.stringify(problems).length).toBeLessThan(100_000);
  });
});
