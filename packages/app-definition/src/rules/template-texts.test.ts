import { describe, expect, it } from '@jest/globals';
import { lintOf, warningsOf } from '../../testing/test-definitions.ts';
import { exampleDefinition } from '../schema/example-definition.ts';

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

describe('template-text', () => {
  it.each([
    ['title', 'My app'],
    ['title', 'my awesome app!'],
    ['description', 'Describe your app here.'],
    ['description', 'Lorem ipsum dolor sit amet'],
    ['website', 'https://example.com/app'],
    ['website', 'https://apps.example.org'],
    ['website', 'https://orders.example/'],
    ['description', exampleDefinition.description],
    ['vendor', exampleDefinition.vendor],
  ])('reports %s: %s', (name, text) => {
    expect(lintOf('template-text', { [name]: text })).toEqual([`/${name}`]);
  });

  it.each([
    ['title', 'My apple orchard'],
    ['website', 'https://myexample.com'],
    ['website', 'https://a.test/example.community'],
    ['description', 'For example, it shows orders.'],
  ])('does not report %s: %s', (name, text) => {
    expect(lintOf('template-text', { [name]: text })).toEqual([]);
  });

  it('leaves www.example.com to leftover-placeholder', () => {
    expect(lintOf('template-text', { website: 'https://www.example.com' })).toEqual([]);
    expect(lintOf('leftover-placeholder', { website: 'https://www.example.com' })).toEqual([
      '/website',
    ]);
  });
});
