import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { codeWith } from './guide.ts';
import {
  describeObject,
  type KubernetesObject,
  type ObjectOf,
  ofKind,
  podsOf,
} from './kubernetes-objects.ts';
import { CERTIFICATE, combinationsOf, componentNames, renderGuide } from './renderings.ts';
import { rules } from './rules/index.ts';
import { schemaFaults } from './schema-faults.ts';

const namespaceIs = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});

const [everything = []] = combinationsOf(componentNames());

function find(objects: KubernetesObject[], title: string) {
  const found = objects.filter((object) => describeObject(object) === title);
  expect([title, found.length]).toEqual([title, 1]);
  return found[0];
}

function faultsOf(objects: KubernetesObject[]): string[] {
  return [...objects.flatMap(schemaFaults), ...rules.flatMap(({ faults }) => faults(objects))];
}

describe("the guide's overlay", () => {
  const objects = renderGuide();

  test('runs the images of the team', () => {
    const images = podsOf(objects).flatMap(({ spec }) => spec.containers.map(({ image }) => image));
    expect([...new Set(images)].sort()).toEqual([
      'images.acme.example/oauth:0.1.0',
      'images.acme.example/registry:0.1.0',
    ]);
  });

  test.each([
    ['ServiceAccount registry', { imagePullSecrets: [{ name: 'image-registry' }] }],
    ['ServiceAccount oauth', { imagePullSecrets: [{ name: 'image-registry' }] }],
    [
      'Ingress registry',
      { spec: { ingressClassName: 'nginx', rules: [{ host: 'registry.acme.example' }] } },
    ],
    ['Ingress oauth', { spec: { tls: [{ hosts: ['oauth.acme.example'] }] } }],
    [
      'NetworkPolicy ingress-controller',
      { spec: { ingress: [{ from: [namespaceIs('ingress-nginx')] }] } },
    ],
    ['NetworkPolicy prometheus', { spec: { ingress: [{ from: [namespaceIs('observability')] }] } }],
    ['ServiceMonitor app-platform', { metadata: { labels: { release: 'kube-prometheus-stack' } } }],
    ['PrometheusRule app-platform', { metadata: { labels: { release: 'kube-prometheus-stack' } } }],
    ['HorizontalPodAutoscaler registry', { spec: { minReplicas: 2, maxReplicas: 8 } }],
    ['HorizontalPodAutoscaler oauth', { spec: { minReplicas: 3, maxReplicas: 6 } }],
    [
      'NetworkPolicy postgresql',
      {
        spec: { egress: [{ to: [{ ipBlock: { cidr: '10.8.0.0/24' } }], ports: [{ port: 6432 }] }] },
      },
    ],
    [
      'NetworkPolicy redis',
      {
        spec: { egress: [{ to: [{ ipBlock: { cidr: '10.8.1.0/24' } }], ports: [{ port: 6379 }] }] },
      },
    ],
  ])('changes %s', (title, changed) => {
    expect(find(objects, title)).toMatchObject(changed);
  });

  test.each([[[]], [everything]])(
    'leaves no value of ours, with the components %p',
    (components) => {
      const text = JSON.stringify(renderGuide({ components }));
      expect(text.match(/[\w.-]*example\.com|10\.20\.[\d./]+|sha256:0+/g)).toBeNull();
    },
  );

  test('takes another namespace', () => {
    const edit = (text: string) => text.replace('namespace: app-platform', 'namespace: acme');
    const renamed = renderGuide({ edit });
    expect(find(renamed, 'Namespace acme')).toBeDefined();
    expect(faultsOf(renamed)).toEqual([]);
  });

  test('without the transformer is refused by a rule', () => {
    const edit = (text: string) => text.replace(/^transformers:\n( +- .*\n)+/m, '');
    expect(faultsOf(renderGuide({ edit }))).toEqual([
      '0 ways lead from oauth.acme.example to oauth',
      '0 ways lead from registry.acme.example to registry',
    ]);
  });

  test('admits an Ingress controller on the host network', () => {
    const edit = (text: string) =>
      text.replace(
        /\/namespaceSelector\/matchLabels(\s+value): \{ kubernetes.io\/metadata.name: ingress-nginx \}/,
        '$1: { ipBlock: { cidr: 10.9.0.0/16 } }',
      );
    const objects = renderGuide({ edit });
    expect(find(objects, 'NetworkPolicy ingress-controller')).toMatchObject({
      spec: { ingress: [{ from: [{ ipBlock: { cidr: '10.9.0.0/16' } }] }] },
    });
    expect(faultsOf(objects)).toEqual([]);
  });

  test('has hosts without the ports of BASE_URL and OAUTH_URL', () => {
    const edit = (text: string) => text.replaceAll('.acme.example\n', '.acme.example:8443\n');
    const withPorts = renderGuide({ edit });
    const hosts = ofKind(withPorts, 'Ingress').map(({ spec }) => [
      spec?.rules?.[0]?.host,
      spec?.tls?.[0]?.hosts?.[0],
    ]);
    const platform = ofKind(withPorts, 'ConfigMap').find(({ data }) => data?.BASE_URL);
    expect(platform?.data?.BASE_URL).toBe('https://registry.acme.example:8443');
    expect(hosts).toEqual([
      ['oauth.acme.example', 'oauth.acme.example'],
      ['registry.acme.example', 'registry.acme.example'],
    ]);
    expect(faultsOf(withPorts)).toEqual([]);
  });
});

describe('the settings of components', () => {
  test('are those of cert-manager, external-secrets, private-ca, mail, upstream-sign-in and tracing', () => {
    const objects = renderGuide({
      components: [
        'cert-manager',
        'external-secrets',
        'private-ca',
        'mail',
        'upstream-sign-in',
        'tracing',
      ],
    });
    const values = Object.assign({}, ...ofKind(objects, 'ConfigMap').map(({ data }) => data));
    expect(values).toMatchObject({
      'ca.crt': CERTIFICATE,
      MAIL_FROM: 'platform@acme.example',
      UPSTREAM_ISSUER: 'https://identity.acme.example',
      UPSTREAM_NAME: 'Acme',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.observability:4318',
    });
    expect(find(objects, 'Ingress oauth')).toMatchObject({
      metadata: { annotations: { 'cert-manager.io/cluster-issuer': 'acme' } },
    });
    expect(find(objects, 'ExternalSecret oauth')).toMatchObject({
      spec: { secretStoreRef: { kind: 'ClusterSecretStore', name: 'vault' } },
    });
    expect(faultsOf(objects)).toEqual([]);
  });

  test('name the Gateway, which has the listeners of the routes', () => {
    const components = ['gateway', 'private-ca', 'mail'];
    const route = ofKind(renderGuide({ components }), 'HTTPRoute')[0];
    expect(route?.spec.parentRefs).toEqual([
      { name: 'shared', namespace: 'gateways', sectionName: 'https' },
    ]);
    const gateway: KubernetesObject & ObjectOf<'Gateway'> = parse(
      codeWith('yaml', 'kind: Gateway'),
    );
    expect(schemaFaults(gateway)).toEqual([]);
    expect(gateway.spec.listeners.map(({ name }) => name)).toEqual(['http', 'https']);
  });
});
