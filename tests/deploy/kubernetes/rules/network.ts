import {
  containersOf,
  type KubernetesObject,
  ofKind,
  podsOf,
  selects,
} from '../kubernetes-objects.ts';
import { mayHear, maySpeak, type Peer, type Pod } from '../network-reach.ts';
import { environmentOf, servers, serviceContainers, services } from '../services.ts';
import { type Rule, unless } from './rule.ts';

const INGRESS_CONTROLLER = { namespace: 'traefik', labels: {} };
const MONITORING = { namespace: 'monitoring', labels: {} };
const DNS = { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
const INTERNET = { address: '1.1.1.1' };
const OPERATOR_LABELS = { 'app.kubernetes.io/component': 'operator' };

export const networkRules: Rule[] = [
  {
    name: 'a pod that no policy knows hears nobody, and speaks to nobody',
    faults: (objects) => {
      const unknown = { namespace: namespaceOf(objects), labels: {} };
      return Object.entries(peers(objects)).flatMap(([name, peer]) => [
        ...unless(!mayHear(objects, unknown, peer, { port: 80 }), `any pod hears ${name}`),
        ...unless(!maySpeak(objects, unknown, peer, { port: 443 }), `any pod speaks to ${name}`),
      ]);
    },
  },
  {
    name: 'public ports hear the Ingress controller alone',
    faults: (objects) =>
      servers(objects).flatMap(({ service, owner, pods }) =>
        hears(objects, pods, owner, services[service].publicPort, ['the Ingress controller']),
      ),
  },
  {
    name: 'internal ports hear the other service, the operator and monitoring alone',
    faults: (objects) =>
      servers(objects).flatMap(({ service, owner, pods }) =>
        hears(objects, pods, owner, services[service].internalPort, [
          services[service].other,
          'the operator',
          'monitoring',
        ]),
      ),
  },
  {
    name: 'every pod of the services resolves names, and reaches its database',
    faults: (objects) =>
      serviceContainers(objects).flatMap(({ pods, owner }) => [
        ...(['UDP', 'TCP'] as const).flatMap((protocol) =>
          unless(
            maySpeak(objects, pods, DNS, { port: 53, protocol }),
            `${owner} does not reach DNS by ${protocol}`,
          ),
        ),
        ...unless(egressPorts(objects, pods).includes(5432), `${owner} reaches no database`),
      ]),
  },
  {
    name: 'servers reach the internal port of the other service, the operator that of both',
    faults: (objects) => {
      const operator = { namespace: namespaceOf(objects), labels: OPERATOR_LABELS };
      return servers(objects).flatMap(({ service, owner, pods }) => {
        const port = services[service].internalPort;
        const callers = servers(objects).filter((caller) => caller.service !== service);
        return [operator, ...callers.map((caller) => caller.pods)].flatMap((caller) =>
          unless(maySpeak(objects, caller, pods, { port }), `not all callers reach ${owner}`),
        );
      });
    },
  },
  {
    name: 'what one pod may say to another, the other hears, and the other way round',
    faults: (objects) =>
      podsOf(objects).flatMap((from) =>
        podsOf(objects).flatMap((to) =>
          portNumbers(to).flatMap((port) =>
            unless(
              maySpeak(objects, from, to, { port }) === mayHear(objects, to, from, { port }),
              `${from.owner} and ${to.owner} do not agree about port ${port}`,
            ),
          ),
        ),
      ),
  },
  {
    name: 'nobody reaches the API server, the metadata of the cloud, or the internet unencrypted',
    faults: (objects) =>
      podsOf(objects).flatMap((pods) =>
        (
          [
            ['the API server', '10.96.0.1', 443],
            ['the API server', '10.96.0.1', 6443],
            ['metadata', '169.254.169.254', 80],
            ['metadata', '169.254.169.254', 443],
            ['the internet', INTERNET.address, 80],
          ] as const
        ).flatMap(([name, address, port]) =>
          unless(
            !maySpeak(objects, pods, { address }, { port }),
            `${pods.owner} reaches ${name} on ${port}`,
          ),
        ),
      ),
  },
  {
    name: 'the internet is reached by the OAuth service alone, and only for an upstream provider',
    faults: (objects) => {
      const upstream = servers(objects)
        .filter((server) => environmentOf(objects, server).values.has('UPSTREAM_ISSUER'))
        .map(({ owner }) => owner);
      return podsOf(objects).flatMap((pods) =>
        unless(
          maySpeak(objects, pods, INTERNET, { port: 443 }) === upstream.includes(pods.owner),
          `${pods.owner} ${upstream.includes(pods.owner) ? 'does not reach' : 'reaches'} the internet`,
        ),
      );
    },
  },
  {
    name: 'policies are of pods that there are, and let in what these listen for',
    faults: (objects) =>
      ofKind(objects, 'NetworkPolicy').flatMap(({ metadata, spec }) => {
        const selector = spec?.podSelector ?? {};
        const selected = podsOf(objects).filter(({ labels }) => selects(selector, labels));
        const ports = (spec?.ingress ?? []).flatMap((rule) => rule.ports ?? []);
        return [
          ...unless(
            selected.length > 0 || selects(selector, OPERATOR_LABELS),
            `NetworkPolicy ${metadata?.name} selects nothing`,
          ),
          ...ports.flatMap(({ port }) =>
            unless(
              selected.some((pods) => portNumbers(pods).includes(Number(port))),
              `NetworkPolicy ${metadata?.name}: nothing listens on ${port}`,
            ),
          ),
        ];
      }),
  },
];

/** That of all who could call, some and no others are heard. */
function hears(
  objects: KubernetesObject[],
  pods: Pod,
  owner: string,
  port: number,
  callers: string[],
): string[] {
  return Object.entries(peers(objects)).flatMap(([name, peer]) =>
    unless(
      mayHear(objects, pods, peer, { port }) === callers.includes(name),
      `${owner} ${callers.includes(name) ? 'does not hear' : 'hears'} ${name} on ${port}`,
    ),
  );
}

/** One of each sort of callers. */
function peers(objects: KubernetesObject[]): Record<string, Peer> {
  const namespace = namespaceOf(objects);
  return {
    'the Ingress controller': INGRESS_CONTROLLER,
    monitoring: MONITORING,
    'the operator': { namespace, labels: OPERATOR_LABELS },
    ...Object.fromEntries(servers(objects).map(({ service, pods }) => [service, pods])),
    'a pod beside it': { namespace, labels: { 'app.kubernetes.io/name': 'stranger' } },
    'a pod elsewhere': { namespace: 'elsewhere', labels: OPERATOR_LABELS },
    'the internet': INTERNET,
  };
}

function namespaceOf(objects: KubernetesObject[]): string {
  return ofKind(objects, 'Namespace')[0]?.metadata?.name ?? 'default';
}

function portNumbers(pods: Parameters<typeof containersOf>[0]): number[] {
  return containersOf(pods)
    .flatMap(({ ports }) => ports ?? [])
    .map((port) => port.containerPort);
}

/** The ports of whatever a pod may speak to. */
function egressPorts(objects: KubernetesObject[], pod: Pod): number[] {
  return ofKind(objects, 'NetworkPolicy')
    .filter(({ spec }) => selects(spec?.podSelector ?? {}, pod.labels))
    .flatMap(({ spec }) => spec?.egress ?? [])
    .flatMap(({ ports }) => ports ?? [])
    .map(({ port }) => Number(port));
}
