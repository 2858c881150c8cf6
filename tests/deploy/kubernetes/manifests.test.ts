import { describe, expect, test } from '@jest/globals';
import { kustomizationOf, renderings } from './renderings.ts';
import { rules } from './rules/index.ts';
import { schemaFaults } from './schema-faults.ts';

test.each(['production', 'development'])('a program can write the images of %s', (overlay) => {
  const { images, ...rest } = kustomizationOf(`overlays/${overlay}/images`);
  expect(rest).toEqual({ apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component' });
  expect(images.map(({ name }: { name: string }) => name)).toEqual([
    'app-platform/registry',
    'app-platform/oauth',
    'app-platform/operator',
  ]);
});

describe.each(renderings())('$name', ({ objects }) => {
  test('every object fits its Kubernetes schema', () => {
    expect(objects.flatMap(schemaFaults)).toEqual([]);
  });

  test.each(rules)('$name', ({ faults }) => {
    expect(faults(objects)).toEqual([]);
  });
});
