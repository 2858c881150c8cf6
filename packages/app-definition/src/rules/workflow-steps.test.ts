import { describe, expect, it } from '@jest/globals';
import { lintOf } from '../../testing/test-definitions.ts';
import type { JsonObject } from '../json/json-value.ts';

const stepsOf = (rule: string, steps: unknown, trigger?: JsonObject) =>
  lintOf(rule, { workflows: [{ steps, ...(trigger && { trigger }) }] });

describe('unknown-step', () => {
  it.each<[form: string, steps: unknown]>([
    ['an id', [{ id: 'order' }, { text: '{{steps.order.number}}' }]],
    ['a name', [{ name: 'order' }, { text: '{{#steps.order.number}}' }]],
    ['a key', { order: {}, reply: { text: '{{{steps.order.number}}}' } }],
    ['a position', [{}, { text: '/#steps.1.attributes.id' }]],
    ['a transition', [{ id: 'a', transitions: [{ target: 'b' }] }, { id: 'b' }]],
  ])('accepts %s', (_form, steps) => {
    expect(stepsOf('unknown-step', steps)).toEqual([]);
  });

  it('reports successors and results of steps that the workflow does not have', () => {
    const steps = [
      { id: 'a', next: ['b', 'c'] },
      { id: 'b', text: '{{steps.d.x}}' },
    ];
    expect(stepsOf('unknown-step', steps)).toEqual([
      '/workflows/0/steps/0/next/1',
      '/workflows/0/steps/1/text',
    ]);
  });
});

describe('unused-step', () => {
  it('accepts steps that run in order', () => {
    expect(stepsOf('unused-step', [{ id: 'a' }, { id: 'b' }])).toEqual([]);
  });

  it('reports a step that nothing leads to', () => {
    const steps = [{ id: 'a', next: 'c' }, { id: 'b' }, { id: 'c' }];
    expect(stepsOf('unused-step', steps)).toEqual(['/workflows/0/steps/1']);
  });

  it('takes the trigger for the start if it names one', () => {
    const steps = [{ id: 'a' }, { id: 'b', transitions: [] }];
    const trigger = { transitions: [{ target: 'b' }] };
    expect(stepsOf('unused-step', steps, trigger)).toEqual(['/workflows/0/steps/0']);
  });
});
