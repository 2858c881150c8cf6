import type { Path } from '../json-pointer.ts';
import { elementsOf, isJsonObject, type JsonObject, ownValue, quote } from '../json-value.ts';
import { textsOf } from '../warnings/texts.ts';
import { stepsOf } from '../warnings/workflow-actions.ts';
import type { Report } from './report.ts';

/** `{{steps.<name>.…}}`, or `/#steps.<name>.…` as the product's editor writes it. */
const stepInText = /(?:\{\{[{#/]?\s*|#\/?)steps\.([\w-]+)/g;

type Reference = { path: Path; name: string };

/** Reports steps that a workflow names and does not have, and steps that nothing leads to. */
export function reportWorkflowSteps(definition: JsonObject, report: Report): void {
  for (const [index, workflow] of elementsOf(ownValue(definition, 'workflows')).entries()) {
    const steps = [...stepsOf(ownValue(workflow, 'steps'))];
    const path = ['workflows', index];
    const successors = [
      ...successorsOf(ownValue(workflow, 'trigger'), [...path, 'trigger']),
      ...steps.flatMap(([key, step]) => [...successorsOf(step, [...path, 'steps', key])]),
    ];
    reportUnknown(steps, [...successors, ...mentions(workflow, path)], report);
    reportUnreached(steps, successors, path, report);
  }
}

/** The names of a step: its key, its position from 1, and its `id` or `name`. */
function namesOf(step: unknown, key: string | number, position: number): string[] {
  const given = [ownValue(step, 'id'), ownValue(step, 'name')];
  const names = given.filter((name) => typeof name === 'string');
  return typeof key === 'string' ? [...names, key] : [...names, String(position)];
}

type Steps = readonly (readonly [string | number, unknown])[];

function reportUnknown(steps: Steps, references: readonly Reference[], report: Report): void {
  if (references.length === 0) return;
  const known = new Set(steps.flatMap(([key, step], index) => namesOf(step, key, index + 1)));
  for (const { path, name } of references) {
    if (known.has(name)) continue;
    const detail = () =>
      `The workflow has no step ${quote(name)}. Add the step, or correct the name.`;
    report('unknown-step', path, detail);
  }
}

/** Steps run in order, unless they name their successors. */
function reportUnreached(
  steps: Steps,
  successors: readonly Reference[],
  path: Path,
  report: Report,
): void {
  if (successors.length === 0) return;
  const reached = new Set(successors.map(({ name }) => name));
  const isStartNamed = successors.some((one) => one.path[2] === 'trigger');
  for (const [position, [key, step]] of steps.entries()) {
    if (position === 0 && !isStartNamed) continue;
    const names = namesOf(step, key, position + 1);
    if (names.length === 0 || names.some((name) => reached.has(name))) continue;
    const detail = () =>
      `Nothing leads to the step ${quote(names[0])}. Name it as the successor of a step, or remove it.`;
    report('unused-step', [...path, 'steps', key], detail);
  }
}

/** `next: 'name'`, `next: ['name']`, and `transitions: [{ target: 'name' }]`. */
function* successorsOf(step: unknown, path: Path): Generator<Reference> {
  if (!isJsonObject(step)) return;
  const { next } = step;
  if (typeof next === 'string') yield { path: [...path, 'next'], name: next };
  for (const [index, name] of elementsOf(next).entries()) {
    if (typeof name === 'string') yield { path: [...path, 'next', index], name };
  }
  for (const [index, transition] of elementsOf(ownValue(step, 'transitions')).entries()) {
    const target = ownValue(transition, 'target');
    if (typeof target === 'string') {
      yield { path: [...path, 'transitions', index, 'target'], name: target };
    }
  }
}

/** The steps whose results a workflow uses. */
function* mentions(workflow: unknown, start: Path): Generator<Reference> {
  for (const { path, text } of textsOf(workflow, start)) {
    if (!text.includes('steps.')) continue;
    for (const [, name = ''] of text.matchAll(stepInText)) yield { path, name };
  }
}
