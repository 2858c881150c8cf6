import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Finding } from '../findings/finding.ts';
import { applyJsonPatch } from '../json/json-patch.ts';
import type { JsonObject } from '../json/json-value.ts';
import { rules } from '../rules/rules.ts';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';
import { exampleDefinition } from '../schema/example-definition.ts';
import { validateDefinition } from '../validation/validate-definition.ts';
import { type Inspection, inspectDefinition } from './inspect-definition.ts';

const json = fc.json({ maxDepth: 5 }).map((text): unknown => JSON.parse(text));
/** Every fix is tried once more, so the lists are short. */
const few = { maxLength: 2 };
const knownKeys = Object.keys(appDefinitionSchema.properties);

/** Mistakes that have a fix, and some that have none. */
const mistakes: fc.Arbitrary<JsonObject> = fc.record(
  {
    iconURL: fc.constantFrom('https://a.test/i.png', 5, 'data:x'),
    iconUrl: fc.constantFrom('http://a.test/i.png', 'a.test/i.png', 'http://10.0.0.1/i.png'),
    redirectURIs: fc.constantFrom(['https://a.test/'], 'https://a.test/'),
    dependecies: fc.constant(['core-1.0.0']),
    constructor: fc.constant({ tags: 1 }),
    clientSecret: fc.constant('x'),
    version: fc.constantFrom('1.0.0', 'v1.0.0', '1', '1.2', 'latest'),
    tags: fc.subarray(['ai', 'AI', 'featured', 'ecommerse', 'messaging', 'unknown']),
    visibility: fc.constantFrom('Private', 'public', 'internal', true),
    title: fc.constantFrom('My app', 'Or\u200bders', '', 5, 'Orders'),
    changelog: fc.dictionary(
      fc.constantFrom('1.0.0', 'v1.0.0', '1.2.0', '1.1', 'x', '0.9.0'),
      fc.constantFrom('{{2024-01-31}}', '{{2023-01-31}} x', 'First.', 5),
    ),
    dependencies: fc.array(
      fc.constantFrom('core@^1.4.0', 'core-1.4.0', 'core->2 <1', 'core', 'order_tracker-^1.0.0', 5),
      few,
    ),
    redirectUris: fc.array(
      fc.constantFrom(
        'http://a.test/cb',
        'https://a.test/cb',
        'https://localhost/cb',
        'http://localhost/cb',
        'https://a.test/*',
        'com.a.test:/cb',
      ),
      few,
    ),
    klasses: fc.array(
      fc.constantFrom(
        { name: 'Customer', metadata: { properties: { pointsNum: {} } } },
        { name: 'customer', standard: true },
        { name: 'customer', metadata: { properties: { standard: true, pointsNum: {} } } },
        { name: 'customers', metadata: { standard: true } },
        { name: 'user', metadata: { standard: true, properties: { shiftStr: { Example: 5 } } } },
        { name: 'user', metadata: { standard: 'true', properties: { shiftStr: { example: 5 } } } },
        { name: 'order' },
      ),
      few,
    ),
    kviews: fc.array(
      fc.constantFrom({ Template: '' }, { templates: 5 }, { template: 5 }, 'x'),
      few,
    ),
    settings: fc.constantFrom(
      { shop: { apiKey: { type: 'secret', defaultValue: 'swordfish' } } },
      { shop: { timeout: { type: 'number', defaultValue: '10' }, on: { type: 'Boolean' } } },
    ),
    workflows: fc.array(
      fc.constantFrom(
        { steps: [{ action: 'find_ordr' }, { Action: 'find_order' }] },
        { steps: [{ action: 'find_order', next: 'x' }] },
      ),
      few,
    ),
    actions: fc.constantFrom([{ name: 'find_order' }], [{ name: 5 }], 'x'),
    commands: fc.array(fc.constantFrom({ url: 'http://a.test/x' }, { url: 'a.test/x' }, {}), few),
    i18n: fc.constantFrom({ en_us: { a: 'A', b: 'B' }, de_de: { a: 'A' } }, { en_us: 5 }),
    meta: fc.constantFrom(
      { lint: { unusedSetting: 'x', 'unused-translation': 'x', 'missing-icons': 'x' } },
      { lint: { version: 'x', 'missing-icon': '' } },
      { lint: 5 },
    ),
  },
  { requiredKeys: [] },
);

const definitions = mistakes.map((broken) => ({
  app: 'order_tracker',
  version: '1.0.0',
  ...broken,
}));

function count(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

/** Whether a finding is no longer there; an element may have moved to its place. */
function isRemoved(finding: Finding, before: Inspection, after: Inspection): boolean {
  const all = ({ errors, warnings, excused }: Inspection) => [...errors, ...warnings, ...excused];
  const { rule, source } = finding;
  const same = all(after).filter((one) => one.rule === rule);
  const isElsewhere = !same.some((one) => JSON.stringify(one.source) === JSON.stringify(source));
  return isElsewhere || same.length < (count(all(before)).get(rule) ?? 0);
}

describe('inspectDefinition', () => {
  it('gives fixes that remove their finding and add no error', () => {
    let fixes = 0;
    fc.assert(
      fc.property(definitions, (definition) => {
        const before = inspectDefinition(definition);
        const untouched = structuredClone(definition);
        for (const finding of [...before.errors, ...before.warnings, ...before.excused]) {
          if (finding.fix === undefined) continue;
          fixes += 1;
          const after = inspectDefinition(applyJsonPatch(definition, finding.fix));
          expect([finding, isRemoved(finding, before, after)]).toEqual([finding, true]);
          const counts = count(before.errors);
          for (const [rule, number] of count(after.errors)) {
            expect(number).toBeLessThanOrEqual(counts.get(rule) ?? 0);
          }
        }
        expect(definition).toEqual(untouched);
      }),
      { numRuns: 40 },
    );
    expect(fixes).toBeGreaterThan(40);
  });

  it('reports exactly the problems and the warnings of validateDefinition', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const validation = validateDefinition(definition);
        const { errors, warnings, excused } = inspectDefinition(definition);
        const details = (all: readonly { detail: string }[]) => all.map(({ detail }) => detail);
        if (!validation.ok) {
          expect(details(errors)).toEqual(details(validation.errors));
        } else {
          expect(errors).toEqual([]);
          const found = new Set(details([...warnings, ...excused]));
          expect(details(validation.warnings).filter((detail) => !found.has(detail))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('returns a bounded result for every JSON value in every property', () => {
    const broken = fc.dictionary(fc.constantFrom(...knownKeys), json);
    fc.assert(
      fc.property(broken, (properties) => {
        const { errors, warnings, excused } = inspectDefinition({
          ...exampleDefinition,
          ...properties,
        });
        const all = [...errors, ...warnings, ...excused];
        expect(all.length).toBeLessThanOrEqual(303);
        for (const { rule, detail, expected, links } of all) {
          expect(detail.length).toBeLessThan(600);
          expect(expected).not.toBe('');
          expect(rules.has(rule) || rule.startsWith('more-')).toBe(
            links !== undefined || rule.startsWith('more-'),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});
