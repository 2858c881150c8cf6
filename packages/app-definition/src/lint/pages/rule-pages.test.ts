import { describe, expect, it } from '@jest/globals';
import { inspectDefinition } from '../../inspect-definition.ts';
import type { JsonObject } from '../../json-value.ts';
import type { AppDefinition } from '../../types.ts';
import { lintChange } from '../lint-change.ts';
import { rules } from '../rules.ts';
import type { RulePage } from './rule-page.ts';
import { exampleAsDefinition, rulePageFiles, rulePages } from './rule-pages.ts';

/** The rules that an example reports, beside the version before if there is one. */
function reportedBy(example: JsonObject, page: RulePage): string[] {
  const definition = exampleAsDefinition(example, page);
  const { errors, warnings } = inspectDefinition(definition);
  const changes = page.before
    ? lintChange(
        exampleAsDefinition(page.before, page) as AppDefinition,
        definition as AppDefinition,
      )
    : [];
  return [...new Set([...errors, ...warnings, ...changes].map(({ rule }) => rule))];
}

const pages = Object.entries(rulePages);
const here = pages.filter(([, page]) => page.registry === undefined);
const inRegistry = pages.filter(([, page]) => page.registry !== undefined);

describe('the page of', () => {
  it.each(here)('%s has a wrong example, which reports that rule alone', (rule, page) => {
    expect(reportedBy(page.wrong, page)).toEqual([rule]);
  });

  it.each(here)('%s has a right example, which reports nothing', (_rule, page) => {
    expect(reportedBy(page.right, page)).toEqual([]);
  });

  it.each(inRegistry)('%s has examples that only the registry tells apart', (_rule, page) => {
    expect([reportedBy(page.wrong, page), reportedBy(page.right, page)]).toEqual([[], []]);
  });
});

it('every rule has a page, and every page has a rule', () => {
  expect(Object.keys(rulePages).toSorted()).toEqual([...rules.keys()].toSorted());
  expect(rulePageFiles()).toHaveLength(rules.size + 1);
});
