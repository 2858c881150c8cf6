import { describe, expect, test } from '@jest/globals';
import { renderings } from './renderings.ts';
import { rules } from './rules/index.ts';
import { schemaFaults } from './schema-faults.ts';

describe.each(renderings())('$name', ({ objects }) => {
  test('every object fits its Kubernetes schema', () => {
    expect(objects.flatMap(schemaFaults)).toEqual([]);
  });

  test.each(rules)('$name', ({ faults }) => {
    expect(faults(objects)).toEqual([]);
  });
});
