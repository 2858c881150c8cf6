import type { Path } from '../json/json-pointer.ts';
import { elementsOf, isJsonObject, type JsonObject, ownValue, quote } from '../json/json-value.ts';
import { textsOf } from '../text/texts.ts';
import type { Report, Rule } from './rule.ts';
import { stepsOf } from './workflow-actions.ts';

export const unknownStep: Rule = {
  name: 'unknown-step',
  severity: 'warning',
  title: 'Unknown workflow step',
  summary: 'A workflow names a step that it does not have.',
  expected: 'a step of the workflow',
  lint: reportWorkflowSteps,
  why: 'The workflow cannot continue at a step that does not exist, and its result is empty. A step is named by its `id`, its `name`, its key, or its position from 1.',
  wrong: {
    workflows: [
      {
        steps: [
          { id: 'order', action: 'platform.find' },
          { id: 'reply', action: 'platform.send', params: { text: '{{steps.orders.number}}' } },
        ],
      },
    ],
  },
  right: {
    workflows: [
      {
        steps: [
          { id: 'order', action: 'platform.find' },
          { id: 'reply', action: 'platform.send', params: { text: '{{steps.order.number}}' } },
        ],
      },
    ],
  },
};

export const unusedStep: Rule = {
  name: 'unused-step',
  severity: 'warning',
  title: 'Unused workflow step',
  summary: 'The steps of a workflow name their successors, and nothing leads to this step.',
  expected: 'a step that leads to it',
  why: 'Steps run in order unless they name their successors with `next` or `transitions`. Then a step that nothing names never runs.',
  wrong: {
    workflows: [
      {
        steps: {
          order: { action: 'platform.find', next: 'reply' },
          reply: { action: 'platform.send' },
          close: { action: 'platform.close' },
        },
      },
    ],
  },
  right: {
    workflows: [
      {
        steps: {
          order: { action: 'platform.find', next: 'reply' },
          reply: { action: 'platform.send', next: 'close' },
          close: { action: 'platform.close' },
        },
      },
    ],
  },
};

/** `{{steps.<name>.…}}`, or `/#steps.<name>.…` as the product's editor writes it. */
const stepInText = /(?:\{\{[{#/]?\s*|#\/?)steps\.([\w-]+)/g;

type Reference = { path: Path; name: string };

/** Reports steps that a workflow names and does not have, and steps that nothing leads to. */
function reportWorkflowSteps(definition: JsonObject, report: Report): void {
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
    report(unknownStep, path, detail);
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
    report(unusedStep, [...path, 'steps', key], detail);
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
