import { type Breakage, inOverlayWith, remove, set } from './breakage.ts';

const CONTAINER = 'spec/template/spec/containers/0';
const anywhere = (port: number) => ({ ports: [{ port }] });

/** For each rule about networks and public addresses, what it must find. */
export const networkBreakages: Record<string, Breakage[]> = {
  'each public address has an Ingress with TLS, or an HTTPRoute, to its public Service': [
    set('ConfigMap platform', 'data/BASE_URL', 'https://apps.example.com'),
    set('Ingress oauth', 'spec/rules/0/host', 'sign-in.example.com'),
    set('Ingress oauth', 'spec/tls'),
    set('Ingress oauth', 'spec/rules/0/http/paths/0/path', '/oauth'),
    set('Ingress oauth', 'spec/rules/0/http/paths/0/backend/service/name', 'registry'),
  ],
  'Ingresses lead to public Services alone, and have TLS': [
    set('Ingress oauth', 'spec/rules/0/http/paths/0/backend/service/name', 'oauth-internal'),
    set('Ingress oauth', 'spec/rules/0/http/paths/0/backend/service/port/name', 'internal'),
    set('Ingress oauth', 'spec/tls/0/hosts', ['elsewhere.example.com']),
    set('Ingress oauth', 'spec/tls/0/secretName'),
    set('Ingress oauth', 'spec/defaultBackend', { service: { name: 'oauth' } }),
  ],
  'a pod that no policy knows hears nobody, and speaks to nobody': [
    remove('NetworkPolicy default-deny'),
    set('NetworkPolicy default-deny', 'spec/policyTypes', ['Egress']),
    set('NetworkPolicy default-deny', 'spec/ingress', [{}]),
    set('NetworkPolicy dns', 'spec/egress/0', {}),
  ],
  'public ports hear the Ingress controller alone': [
    set('NetworkPolicy ingress-controller', 'spec/ingress/0', anywhere(4000)),
    set('NetworkPolicy ingress-controller', 'spec/ingress/0/ports/0/port', 4002),
    set('NetworkPolicy ingress-controller', 'spec/ingress/0/from/0/namespaceSelector', {}),
    set('NetworkPolicy registry', 'spec/ingress/0/ports'),
  ],
  'internal ports hear the other service, the operator and monitoring alone': [
    set('NetworkPolicy ingress-controller', 'spec/ingress/0/ports/2', { port: 4101 }),
    set('NetworkPolicy ingress-controller', 'spec/ingress/0/ports/1/endPort', 4200),
    set('NetworkPolicy prometheus', 'spec/ingress/0/from/0/namespaceSelector', {}),
    set('NetworkPolicy oauth', 'spec/ingress/0/from/0/podSelector', {}),
    set('NetworkPolicy oauth', 'spec/ingress/0/from/1/namespaceSelector', {}),
    set('NetworkPolicy oauth', 'spec/ingress/0', anywhere(4101)),
    set('NetworkPolicy oauth', 'spec/ingress/0/ports/0/protocol', 'UDP'),
    remove('NetworkPolicy oauth'),
  ],
  'every pod of the services resolves names, and reaches its database': [
    remove('NetworkPolicy dns'),
    set('NetworkPolicy dns', 'spec/egress/0/ports/0/protocol', 'TCP'),
    set('NetworkPolicy postgresql', 'spec/podSelector/matchExpressions/0/values', ['server']),
  ],
  'servers reach the internal port of the other service, the operator that of both': [
    remove('NetworkPolicy operator'),
    set('NetworkPolicy registry', 'spec/egress/0/ports/0/port', 4001),
    set(
      'NetworkPolicy oauth',
      'spec/egress/0/to/0/podSelector/matchLabels/app.kubernetes.io~1name',
      'oauth',
    ),
  ],
  'what one pod may say to another, the other hears, and the other way round': [
    set('NetworkPolicy registry', 'spec/egress/0/ports/0/port', 4001),
    set('NetworkPolicy registry', 'spec/ingress/0/ports/0/port', 4000),
  ],
  'nobody reaches the API server, the metadata of the cloud, or the internet unencrypted': [
    set('NetworkPolicy oauth-upstream', 'spec/egress/0/to/0/ipBlock/except', []),
    set('NetworkPolicy oauth-upstream', 'spec/egress/0/to/1/ipBlock/except', ['fe80::/10']),
    set('NetworkPolicy oauth-upstream', 'spec/egress/0/ports', []),
    set('NetworkPolicy postgresql', 'spec/egress/0', {}),
  ],
  'the internet is reached by the registry, and by the OAuth service for an upstream provider': [
    set('NetworkPolicy registry', 'spec/egress/1/ports/0/port', 8443),
    set('NetworkPolicy oauth-upstream', 'spec/podSelector/matchLabels', {}),
    set('ConfigMap oauth', 'data/UPSTREAM_ISSUER'),
    set('NetworkPolicy oauth-upstream', 'spec/egress/0/to/1', {
      ipBlock: { cidr: '2001:db8::/32' },
    }),
    remove('NetworkPolicy oauth-upstream'),
  ],
  'policies are of pods that there are, and let in what these listen for': [
    set('NetworkPolicy redis', 'spec/podSelector/matchLabels', { app: 'oauth' }),
    set('NetworkPolicy oauth', 'spec/ingress/0/ports/0/port', 8080),
    set('NetworkPolicy ingress-controller-to-solvers', 'spec/ingress/0/ports/0/port', 8080),
  ],
  'HTTPRoutes lead to public Services alone, from a listener with TLS': inOverlayWith('gateway', [
    set('HTTPRoute oauth', 'spec/rules/0/backendRefs/0/name', 'oauth-internal'),
    set('HTTPRoute oauth', 'spec/rules/0/backendRefs/0/port', 4101),
    set('HTTPRoute oauth', 'spec/parentRefs/0/sectionName', 'http'),
    set('HTTPRoute oauth', 'spec/parentRefs/0/sectionName'),
    set('HTTPRoute oauth', 'spec/parentRefs'),
  ]),
  'where there are HTTPRoutes, plain HTTP is redirected to the public addresses': inOverlayWith(
    'gateway',
    [
      remove('HTTPRoute redirect'),
      set('HTTPRoute redirect', 'spec/hostnames/0', 'elsewhere.example.com'),
      set('HTTPRoute redirect', 'spec/rules/0/filters/0/requestRedirect/scheme'),
      set('ConfigMap platform', 'data/BASE_URL', 'https://registry.example.com:8443'),
    ],
  ),
  'servers have the address of one Redis, and reach the ports of its kind alone': [
    set('Deployment registry', `${CONTAINER}/env/2/name`, 'REDIS_HOST'),
    set('Deployment registry', `${CONTAINER}/env/3/name`, 'REDIS_CLUSTER_URLS'),
    set('NetworkPolicy redis', 'spec/egress/0/ports/1', { port: 26379 }),
    set('NetworkPolicy redis', 'spec/egress/0/ports/1', { port: 16379 }),
    remove('NetworkPolicy redis'),
    ...inOverlayWith('redis-sentinel', [set('NetworkPolicy redis', 'spec/egress/0/ports/1')]),
    ...inOverlayWith('redis-cluster', [
      set('NetworkPolicy redis', 'spec/egress/0/ports/1', { port: 26379 }),
    ]),
  ],
  'servers reach the collector in the cluster that they send spans to': inOverlayWith('tracing', [
    remove('NetworkPolicy tracing'),
    set('NetworkPolicy tracing', 'spec/egress/0/ports/0/port', 4317),
    set(
      'ConfigMap platform',
      'data/OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://collector.observability.svc:4318',
    ),
  ]),
  "cert-manager's solvers hear the Ingress controller alone, where Ingresses ask for certificates":
    [
      remove('NetworkPolicy ingress-controller-to-solvers'),
      set('NetworkPolicy ingress-controller-to-solvers', 'spec/ingress/0/from'),
      set('NetworkPolicy ingress-controller-to-solvers', 'spec/ingress/0/ports/0/port', 80),
    ],
  'policies select by what every network plugin matches: labels, names of namespaces, single ports':
    [
      set('NetworkPolicy prometheus', 'spec/ingress/0/from/0/namespaceSelector/matchLabels', {
        team: 'observability',
      }),
      set('NetworkPolicy ingress-controller', 'spec/ingress/0/from/0/namespaceSelector', {}),
      set('NetworkPolicy dns', 'spec/egress/0/to/0/namespaceSelector/matchLabels'),
      set('NetworkPolicy postgresql', 'spec/egress/0/ports/0/endPort', 5440),
      set('NetworkPolicy postgresql', 'spec/egress/0/ports/0/port', 'postgresql'),
    ],
};
