import { describe, expect, it } from '@jest/globals';
import { pointersOf, warningsOf } from '../test-definitions.ts';

const details = (appDeveloper: object) => ({ appDetails: { appDeveloper } });

describe('a placeholder that was left in', () => {
  it.each([
    ['/title', { title: '<<Insert the name>>' }],
    ['/vendor', { vendor: 'TODO' }],
    ['/description', { description: 'TODO: write this' }],
    ['/website', { website: 'https://www.example.com/' }],
    ['/appDetails/appDeveloper/name', details({ name: '<your name>' })],
    ['/commands/0/url', { commands: [{ url: 'https://<your-domain>/orders' }] }],
    ['/screenshots/1', { screenshots: ['https://a.example/1', 'https://www.example.com/2'] }],
  ])('at %s is a warning', (pointer, properties) => {
    const found = warningsOf(properties).filter(({ code }) => code === 'leftover_placeholder');
    expect(found).toEqual([expect.objectContaining({ pointer, blocks: false })]);
  });

  it.each([
    { title: 'Todos & more > less' },
    { description: 'Shows <b>orders</b> of https://shop.example.com' },
    { kviews: [{ template: '<div>TODO</div>' }] },
  ])('%j holds none', (properties) => {
    expect(warningsOf(properties)).toEqual([]);
  });
});

describe('a support address', () => {
  it.each(['support', 'a@b', 'a b@c.de', '@c.de', 'mailto:', 'a@b..de', 'a@b.de, c@d.de'])(
    '%j is no e-mail address',
    (supportEmail) => {
      const pointer = '/appDetails/appDeveloper/supportEmail';
      expect(warningsOf(details({ supportEmail }))).toEqual([
        expect.objectContaining({ pointer, code: 'invalid_email', blocks: false }),
      ]);
    },
  );

  it.each(['a@b.de', 'first.last+tag@sub.example.co', 'é@ü.de'])('%j is one', (supportEmail) => {
    expect(warningsOf(details({ supportEmail }))).toEqual([]);
  });
});

describe('a dependency on the app itself', () => {
  it('is a warning', () => {
    const dependencies = ['order_tracker_core-^1.0.0', 'order_tracker-^1.0.0'];
    expect(pointersOf(warningsOf({ dependencies }))).toEqual(['/dependencies/1']);
  });
});
