import { describe, expect, it } from '@jest/globals';
import { exampleDefinition } from '../schema/example-definition.ts';
import type { AppDefinition } from '../schema/types.ts';
import { diffDefinitions } from './diff-definitions.ts';
import { isRaisedBy, isUpgrade, nextVersion, smallestIncrement } from './increments.ts';

const base = { app: 'order_tracker', version: '1.0.0', title: 'Order tracker' };

function diff(before: Partial<AppDefinition>, after: Partial<AppDefinition>) {
  return diffDefinitions({ ...base, ...before }, { ...base, ...after });
}

function customer(properties: Record<string, object>): Partial<AppDefinition> {
  return { klasses: [{ name: 'customer', metadata: { standard: true, properties } }] };
}

describe('the difference of two definitions', () => {
  it('is empty between a definition and itself, whatever the order of its keys', () => {
    const reversed = Object.fromEntries(Object.entries(exampleDefinition).reverse());
    const after = { ...reversed, version: '9.9.9' } as AppDefinition;
    expect(diffDefinitions(exampleDefinition as AppDefinition, after)).toEqual([]);
  });

  // Milliseconds where all is well; minutes, which the runner ends, where something is quadratic.
  it('of many elements of one name is found in linear time', () => {
    const actions = Array.from({ length: 20_000 }, () => ({ name: 'a' }));
    expect(diff({ actions }, { actions: [...actions, { name: 'a' }] })).toMatchObject([
      { component: 'actions', name: 'a' },
    ]);
  });

  it('names an action that was added, one that changed with its members, and one that was removed', () => {
    const before = { actions: [{ name: 'find' }, { name: 'refund', type: 'rest_json' }] };
    const after = { actions: [{ name: 'refund', type: 'other' }, { name: 'cancel' }] };
    expect(diff(before, after)).toEqual([
      {
        component: 'actions',
        name: 'refund',
        change: 'changed',
        pointer: '/actions/0',
        increment: 'minor',
        members: ['type'],
      },
      {
        component: 'actions',
        name: 'cancel',
        change: 'added',
        pointer: '/actions/1',
        increment: 'minor',
      },
      {
        component: 'actions',
        name: 'find',
        change: 'removed',
        pointer: '/actions/0',
        increment: 'major',
      },
    ]);
  });

  it('shows an attribute whose suffix alone was renamed as one that changed its type', () => {
    const changes = diff(customer({ pointsNum: {} }), customer({ pointsStr: {}, levelNum: {} }));
    expect(changes).toMatchObject([
      {
        component: 'attributes',
        name: 'customer.pointsStr',
        before: 'customer.pointsNum',
        change: 'changed',
        increment: 'major',
      },
      { component: 'attributes', name: 'customer.levelNum', change: 'added', increment: 'minor' },
    ]);
  });

  it('tells elements of one name apart by their order', () => {
    const twice = { hooks: [{ eventName: 'paid' }, { eventName: 'paid', type: 'web' as const }] };
    const once = { hooks: [{ eventName: 'paid' }] };
    expect(diff(twice, once)).toMatchObject([{ name: 'paid', change: 'removed' }]);
  });

  it('compares settings and texts by their full names, and dependencies by the app', () => {
    const before = {
      settings: { shop: { region: { type: 'string' } } },
      i18n: { en: { hello: 'Hello' } },
      dependencies: ['billing-^1.0.0'],
    };
    const after = {
      settings: { shop: { region: { type: 'number' } } },
      i18n: { en: { hello: 'Hi' }, de: { hello: 'Hallo' } },
      dependencies: ['billing-^2.0.0'],
    };
    expect(
      diff(before, after).map(({ component, name, change, increment }) => [
        component,
        name,
        change,
        increment,
      ]),
    ).toEqual([
      ['dependencies', 'billing', 'changed', 'minor'],
      ['settings', 'shop.region', 'changed', 'major'],
      ['i18n', 'en.hello', 'changed', 'patch'],
      ['i18n', 'de.hello', 'added', 'patch'],
    ]);
  });
});

describe('the smallest increment', () => {
  const [major, minor, patch] = (['major', 'minor', 'patch'] as const).map((increment) => ({
    increment,
  }));

  it('is that of the weightiest change', () => {
    expect(smallestIncrement([patch, minor, patch] as never, '1.0.0')).toBe('minor');
    expect(smallestIncrement([patch, major] as never, '1.0.0')).toBe('major');
    expect(smallestIncrement([], '1.0.0')).toBeUndefined();
  });

  it('is one lower before 1.0.0', () => {
    expect(smallestIncrement([major] as never, '0.4.0')).toBe('minor');
    expect(smallestIncrement([minor] as never, '0.4.0')).toBe('patch');
  });

  it('gives the next version, also after a pre-release', () => {
    expect(nextVersion('1.2.3', 'minor')).toBe('1.3.0');
    expect(nextVersion('1.1.0-beta.1', 'minor')).toBe('1.1.0');
  });

  it('is met by a version that rises as much or more, a pre-release included', () => {
    expect(isRaisedBy('minor', '1.2.3', '1.2.4')).toBe(false);
    expect(isRaisedBy('minor', '1.2.3', '1.3.0-beta.1')).toBe(true);
    expect(isRaisedBy('patch', '1.2.3', '2.0.0')).toBe(true);
  });

  it.each([
    ['1.0.0', '1.0.1', true],
    ['1.0.0', '1.0.0', false],
    ['1.1.0', '1.0.0', false],
    ['1.1.0-beta.1', '1.1.0', true],
    ['1.1.0+draft', '1.1.0', true],
    ['1.1.0+draft', '1.0.0', false],
  ])('counts as an upgrade from %s to %s: %s', (from, to, isHigher) => {
    expect(isUpgrade(from, to)).toBe(isHigher);
  });
});
