import { describe, expect, test } from '@jest/globals';
import { type Breakage, inOverlayWith, set } from './breakage.ts';
import { breakages } from './breakages.ts';
import { withComponents } from './renderings.ts';
import { rules } from './rules/index.ts';
import { schemaFaults } from './schema-faults.ts';

const usual = ['cert-manager', 'external-secrets', 'platform-file', 'upstream-sign-in'];
const rendered = new Map<string, ReturnType<typeof withComponents>>();

/** The production overlay with the components that a breakage needs. */
function overlayFor({ component }: Breakage) {
  const components = component ? [component] : usual;
  const key = components.join();
  const overlay = rendered.get(key) ?? withComponents('production', components);
  rendered.set(key, overlay);
  return overlay;
}

function broken(breakage: Breakage) {
  const objects = structuredClone(overlayFor(breakage).objects);
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
    set('ExternalSecret oauth', 'spec/dataFrom/0/extract/key'),
    set('ExternalSecret oauth', 'apiVersion', 'external-secrets.io/v1beta1'),
    ...inOverlayWith('gateway', [
      set('HTTPRoute oauth', 'spec/hostnames/0', 'oauth.example.com:8443'),
      set('HTTPRoute oauth', 'spec/rules/0/backendRef', []),
      set('HTTPRoute redirect', 'spec/rules/0/filters/0/requestRedirect/statusCode', 200),
    ]),
  ])('$name', (breakage) => {
    expect(broken(breakage).flatMap(schemaFaults)).not.toEqual([]);
  });
});
