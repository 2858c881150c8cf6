import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../test-definitions.ts';

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
