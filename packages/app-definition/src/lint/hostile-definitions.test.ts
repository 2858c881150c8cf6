import { describe, expect, it } from '@jest/globals';
import { definitionWith } from '../../testing/test-definitions.ts';
import { validateDefinition } from '../validation/validate-definition.ts';
import { inspectDefinition } from './inspect-definition.ts';

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
  'texts of many empty locales': {
    i18n: Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`l${index}`, {}])),
    meta: manyKeys(40_000, '{{i18n.a}}'),
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

/** Slow for a linter that is quadratic somewhere. */
const forTheLinter = {
  'many secrets': {
    description: Array.from(
      { length: 20_000 },
      (_, index) => `AKIA${String(index).padStart(16, 'Z')}`,
    ).join(' '),
  },
  'beginnings of private keys': { description: '-----BEGIN PRIVATE KEY-----'.repeat(30_000) },
  'beginnings of tokens': { description: 'sk-'.repeat(300_000), vendor: 'eyJ.'.repeat(200_000) },
  'a long random text': { description: 'aB3'.repeat(300_000) },
  'passwords in URLs': { description: 'a://b:'.repeat(150_000) },
  'http URLs': { screenshots: Array(20_000).fill('http://a.test/') },
  'misspelled properties': { kviews: Array(20_000).fill({ Template: '' }) },
  'one misspelled property in a large definition': { iconURL: 'a'.repeat(1_000_000) },
  'unused settings': { settings: { a: manyKeys(30_000, {}) } },
  'unused translations': { i18n: { en_us: manyKeys(30_000, ''), de_de: manyKeys(30_000, '') } },
  'translations in many locales': {
    i18n: Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`l${index}`, manyKeys(5, '')]),
    ),
  },
  'unused custom objects': {
    klasses: Array.from({ length: 30_000 }, (_, index) => ({ name: `o${index}` })),
  },
  'unused actions': {
    actions: Array.from({ length: 30_000 }, (_, index) => ({ name: `a${index}` })),
    workflows: [{ steps: [] }],
  },
  'near actions': {
    actions: Array.from({ length: 2_000 }, (_, index) => ({ name: `find_order_${index}` })),
    workflows: [{ steps: Array(2_000).fill({ action: 'find_order' }) }],
  },
  'unknown steps': {
    workflows: Array(2_000).fill({ steps: [{ next: 'x' }, { text: '{{steps.y}}'.repeat(20) }] }),
  },
  'a changelog in disorder': {
    changelog: Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `1.${(index * 7919) % 20_000}.0`,
        `{{${2000 + (index % 99)}-01-01}}`,
      ]),
    ),
  },
  'many excuses': { meta: { lint: manyKeys(30_000, 'x') } },
  'long hosts': { website: `https://${'a.'.repeat(400_000)}local` },
};

describe('a definition with', () => {
  // Milliseconds where all is well; minutes, which the runner ends, where something is quadratic.
  it.each(Object.entries(definitions))('%s gets a short answer', (_what, properties) => {
    const result = validateDefinition(definitionWith(properties));
    const problems = result.ok ? result.warnings : result.errors;
    expect(JSON.stringify(problems).length).toBeLessThan(100_000);
  });

  const all = { ...definitions, ...forTheLinter };
  it.each(Object.entries(all))('%s gets a short list of findings', (_what, properties) => {
    const { errors, warnings, excused } = inspectDefinition(definitionWith(properties));
    expect(JSON.stringify([errors, warnings, excused]).length).toBeLessThan(400_000);
  });
});
