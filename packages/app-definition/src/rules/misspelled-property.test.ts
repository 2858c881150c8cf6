import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../../testing/test-definitions.ts';

const attribute = (value: object) => ({
  klasses: [{ name: 'user', metadata: { standard: true, properties: { teamStr: value } } }],
});

describe('a misspelled property name', () => {
  it.each([
    ['/kviews/0/meta/display_name', 'displayName', { kviews: [{ meta: { display_name: 'x' } }] }],
    ['/commands/0/httpMehtod', 'httpMethod', { commands: [{ httpMehtod: 'GET' }] }],
    ['/appDetails/appdeveloper', 'appDeveloper', { appDetails: { appdeveloper: {} } }],
    [
      '/klasses/0/metadata/properties/teamStr/display_name',
      'displayName',
      attribute({ display_name: 'Team' }),
    ],
    ['/outboundWebhooks/0/event', 'events', { outboundWebhooks: [{ event: ['a.b'] }] }],
    [
      '/settings/default/region/DefaultValue',
      'defaultValue',
      { settings: { default: { region: { DefaultValue: 'eu' } } } },
    ],
    ['/workflows/0/steps/1/actoin', 'action', { workflows: [{ steps: [{}, { actoin: 'a' }] }] }],
  ])('at %s is a warning that names `%s`', (pointer, meant, properties) => {
    expect(warningsOf(properties)).toEqual([
      {
        pointer,
        code: 'misspelled_property',
        detail: expect.stringContaining(`\`${meant}\``),
        blocks: false,
      },
    ]);
  });

  it.each([
    { kviews: [{ enabled: true, meta: { color: 'red', status: 1 } }] },
    { klasses: [{ name: 'order', icon: 'cart', color: '#000' }] },
    { widgets: [{ name: 'a', names: ['a'] }] },
    { shortcuts: [{ payload: { draft_text: 'x' } }] },
  ])('%j has none', (properties) => {
    expect(warningsOf(properties)).toEqual([]);
  });
});
