import { describe, expect, it } from '@jest/globals';
import { lintChange } from '../lint/inspect-definition.ts';
import type { AppDefinition } from '../schema/types.ts';

const version = (number: string, properties: Partial<AppDefinition>): AppDefinition => ({
  app: 'order_tracker',
  version: number,
  ...properties,
});

const withAttributes = (number: string, ...names: string[]): AppDefinition =>
  version(number, {
    klasses: names.map((name) => ({
      name: 'customer',
      metadata: { standard: true, properties: { [name]: {} } },
    })),
  });

function changes(before: AppDefinition, after: AppDefinition): unknown[] {
  return lintChange(before, after).map(({ rule, source, meta }) => [rule, source, meta]);
}

describe('new-roles-in-patch', () => {
  const before = version('1.4.0', { roles: ['org.permission.customer'] });
  const roles = ['org.permission.customer.read', 'org.permission.message', 5];

  it.each(['1.4.1', '1.4.1-beta.1'])('reports new roles in %s', (number) => {
    expect(changes(before, version(number, { roles }))).toEqual([
      ['new-roles-in-patch', { pointer: '/roles/1' }, { role: 'org.permission.message' }],
    ]);
  });

  it.each(['1.5.0', '2.0.0', '2.0.0-beta.1'])('accepts them in %s', (number) => {
    expect(changes(before, version(number, { roles }))).toEqual([]);
  });

  it('accepts versions that keep their roles, or had no limit', () => {
    expect(changes(before, version('1.4.1', {}))).toEqual([]);
    expect(changes(version('1.4.0', {}), version('1.4.1', { roles }))).toEqual([]);
  });
});

describe('attributes', () => {
  it('that are renamed to another suffix have changed their type', () => {
    expect(
      changes(withAttributes('1.0.0', 'pointsNum'), withAttributes('2.0.0', 'pointsStr')),
    ).toEqual([
      [
        'attribute-type-changed',
        { pointer: '/klasses/0/metadata/properties/pointsStr' },
        { klass: 'customer', before: 'pointsNum', after: 'pointsStr' },
      ],
    ]);
  });

  it('that disappear are reported', () => {
    const meta = { klass: 'customer', before: 'pointsNum' };
    expect(
      changes(withAttributes('1.0.0', 'pointsNum'), withAttributes('2.0.0', 'levelStr')),
    ).toEqual([['attribute-removed', { pointer: '/klasses' }, meta]]);
    expect(changes(withAttributes('1.0.0', 'pointsNum'), version('2.0.0', {}))).toEqual([
      ['attribute-removed', { pointer: '' }, meta],
    ]);
  });

  it('may move between elements, and new ones may appear', () => {
    const before = withAttributes('1.0.0', 'pointsNum', 'levelStr');
    const after = withAttributes('1.0.1', 'levelStr', 'pointsNum', 'pointsStr');
    expect(changes(before, after)).toEqual([]);
  });
});
