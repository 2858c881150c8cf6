import { describe, expect, it } from '@jest/globals';
import { exampleDefinition } from '../example-definition.ts';
import { lintOf } from '../test-definitions.ts';

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

describe('missing-icon', () => {
  it('reports an app without an icon', () => {
    expect(lintOf('missing-icon', {})).toEqual(['/iconUrl']);
    expect(lintOf('missing-icon', { iconUrl: 'https://a.test/i.png' })).toEqual([]);
  });
});
