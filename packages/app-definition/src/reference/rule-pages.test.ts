import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../json/json-value.ts';
import { inspectDefinition, lintChange } from '../lint/inspect-definition.ts';
import type { Rule } from '../rules/rule.ts';
import { ruleList } from '../rules/rule-list.ts';
import type { AppDefinition } from '../schema/types.ts';
import { exampleAsDefinition, rulePageFiles } from './rule-pages.ts';

/** The rules that an example reports, beside the version before if there is one. */
function reportedBy(example: JsonObject, rule: Rule): string[] {
  const definition = exampleAsDefinition(example, rule);
  const { errors, warnings } = inspectDefinition(definition);
  const changes = rule.before
    ? lintChange(
        exampleAsDefinition(rule.before, rule) as AppDefinition,
        definition as AppDefinition,
      )
    : [];
  return [...new Set([...errors, ...warnings, ...changes].map((finding) => finding.rule))];
}

const named = ruleList.map((rule) => [rule.name, rule] as const);
const here = named.filter(([, rule]) => rule.registry === undefined);
const inRegistry = named.filter(([, rule]) => rule.registry !== undefined);

describe('the rule', () => {
  it.each(here)('%s has a wrong example, which reports that rule alone', (name, rule) => {
    expect(reportedBy(rule.wrong, rule)).toEqual([name]);
  });

  it.each(here)('%s has a right example, which reports nothing', (_name, rule) => {
    expect(reportedBy(rule.right, rule)).toEqual([]);
  });

  it.each(inRegistry)('%s has examples that only the registry tells apart', (_name, rule) => {
    expect([reportedBy(rule.wrong, rule), reportedBy(rule.right, rule)]).toEqual([[], []]);
  });
});

it('every rule has a name of its own and a page', () => {
  expect(new Set(ruleList.map(({ name }) => name)).size).toBe(ruleList.length);
  expect(rulePageFiles()).toHaveLength(ruleList.length + 1);
});
