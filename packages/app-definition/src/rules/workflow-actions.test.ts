import { describe, expect, it } from '@jest/globals';
import { lintOf, warningsOf } from '../../testing/test-definitions.ts';

const actions = [{ name: 'find_order' }, { name: 'order_tracker.refund' }, {}];

function warningsOfStep(action: unknown) {
  return warningsOf({ identifier: 'ordtrk', actions, workflows: [{ steps: [{ action }] }] });
}

describe('an action of a workflow step', () => {
  it.each([
    'find_order',
    'order_tracker.find_order',
    'ordtrk.find_order',
    'refund',
    'order_tracker.refund',
    'ordtrk.refund',
  ])('%s is defined by the app', (action) => {
    expect(warningsOfStep(action)).toEqual([]);
  });

  it.each(['platform.send_message', 'other_app.find', '{{trigger.action}}', undefined, { a: 1 }])(
    '%j is not the app’s to define',
    (action) => {
      expect(warningsOfStep(action)).toEqual([]);
    },
  );

  it.each(['find_orders', 'order_tracker.find_orders', 'ordtrk.x.y', 'constructor', ''])(
    '%j is warned about and blocks installation',
    (action) => {
      expect(warningsOfStep(action)).toMatchObject([
        { pointer: '/workflows/0/steps/0/action', code: 'unknown_action', blocks: true },
      ]);
    },
  );

  it('causes a warning in named steps', () => {
    const steps = { 'first/step': { action: 'missing' }, second: { action: 'find_order' } };
    expect(warningsOf({ actions, workflows: [{}, { steps }] })).toMatchObject([
      { pointer: '/workflows/1/steps/first~1step/action', code: 'unknown_action' },
    ]);
  });

  it('causes a warning if the app has no actions', () => {
    expect(warningsOf({ workflows: [{ steps: [{ action: 'missing' }] }] })).toHaveLength(1);
  });
});

describe('an action of the app in a workflow', () => {
  const actions = [{ name: 'kustomer.app.order_tracker.find_order' }, { name: 'refund' }];
  it.each([
    ['kustomer.app.order_tracker.find_order', true],
    ['kustomer.app.order_tracker.refund', true],
    ['order_tracker.find_order', true],
    ['find_order', true],
    ['kustomer.app.order_tracker.cancel', false],
    ['kustomer.app.another.cancel', true],
    ['kustomer.conversation.update', true],
  ])('%s', (action, isKnown) => {
    const found = warningsOf({ actions, workflows: [{ steps: [{ action }] }] });
    const pointer = '/workflows/0/steps/0/action';
    expect(found.map(({ pointer, blocks }) => [pointer, blocks])).toEqual(
      isKnown ? [] : [[pointer, true]],
    );
  });
});

describe('unused-action', () => {
  const actions = [{ name: 'find' }, { name: 'order_tracker.refund' }, { name: 'close' }];

  it('reports actions that no step runs', () => {
    const workflows = [
      { steps: [{ action: 'kustomer.app.order_tracker.find' }, { action: 'refund' }] },
    ];
    expect(lintOf('unused-action', { actions, workflows })).toEqual(['/actions/2/name']);
  });

  it('reports none in an app without workflows', () => {
    expect(lintOf('unused-action', { actions })).toEqual([]);
  });
});
