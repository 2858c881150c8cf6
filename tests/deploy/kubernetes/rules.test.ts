import { describe, expect, test } from '@jest/globals';
import { set } from './breakage.ts';
import { breakages } from './breakages.ts';
import { renderings } from './renderings.ts';
import { rules } from './rules/index.ts';
import { schemaFaults } from './schema-faults.ts';

const whole = renderings().find(({ name }) => name === 'production with upstream-sign-in');

function broken(breakage: ReturnType<typeof set>) {
  const objects = structuredClone(whole?.objects ?? []);
  breakage.apply(objects);
  return objects;
}

test('every rule has something that breaks it', () => {
  expect(Object.keys(breakages).sort()).toEqual(rules.map(({ name }) => name).sort());
});

describe.each(rules)('finds a fault against: $name', ({ name, faults }) => {
  test.each(breakages[name] ?? [])('$name', (breakage) => {
    expect(faults(broken(breakage))).not.toEqual([]);
  });
});

describe('the schemas find', () => {
  test.each([
    set('Deployment oauth', 'spec/replicas', 'three'),
    set('Deployment oauth', 'spec/template/spec/containers/0/image', 1),
    set('Deployment oauth', 'spec/template/spec/containers/0/resources/limits/memory', '1Gb'),
    set('Deployment oauth', 'spec/template/spec/containers/0/readOnlyRootFilesystem', true),
    set('Deployment oauth', 'spec/template/spec/securityContext/runasNonRoot', true),
    set('NetworkPolicy oauth', 'spec/ingress/0/port', 4001),
    set('NetworkPolicy oauth', 'spec/podSelector', 'oauth'),
    set('HorizontalPodAutoscaler oauth', 'apiVersion', 'autoscaling/v2beta2'),
    set('HorizontalPodAutoscaler oauth', 'spec/maxReplicas'),
    set('Service oauth', 'kind', 'Servise'),
  ])('$name', (breakage) => {
    expect(broken(breakage).flatMap(schemaFaults)).not.toEqual([]);
  });
});
