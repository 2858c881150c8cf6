import { isDeepStrictEqual } from 'node:util';
import {
  containersOf,
  type KubernetesObject,
  ofKind,
  podsOf,
  selects,
} from '../kubernetes-objects.ts';
import { mayHear, maySpeak, type Peer, type Pod } from '../network-reach.ts';
import { environmentOf, servers, services } from '../services.ts';
import { type Rule, unless } from './rule.ts';

/** What Kubernetes labels each namespace with. */
const NAMESPACE = 'kubernetes.io/metadata.name';
const INTERNET = { address: '1.1.1.1' };
const INTERNET_BY_IPV6 = { address: '2606:4700:4700::1111' };
const SOLVER_LABELS = { 'acme.cert-manager.io/http01-solver': 'true' };
const SOLVER_PORT = 8089;
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
            ['metadata', 'fd00:ec2::254', 80],
            ['metadata', 'fd00:ec2::254', 443],
            ['metadata', 'fe80::a9fe:a9fe', 443],
            ['the internet', INTERNET.address, 80],
            ['the internet', INTERNET_BY_IPV6.address, 80],
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
    name: 'the internet is reached by the registry, and by the OAuth service for an upstream provider',
    faults: (objects) => {
      const reaching = servers(objects)
        .filter(
          (server) =>
            server.service === 'registry' ||
            environmentOf(objects, server).values.has('UPSTREAM_ISSUER'),
        )
        .map(({ owner }) => owner);
      return podsOf(objects).flatMap((pods) =>
        [INTERNET, INTERNET_BY_IPV6].flatMap((internet) =>
          unless(
            maySpeak(objects, pods, internet, { port: 443 }) === reaching.includes(pods.owner),
            `${pods.owner} ${reaching.includes(pods.owner) ? 'does not reach' : 'reaches'} ${internet.address}`,
          ),
        ),
      );
    },
  },
  {
    name: "cert-manager's solvers hear the Ingress controller alone, where Ingresses ask for certificates",
    faults: (objects) => {
      const asks = ofKind(objects, 'Ingress').some(
        ({ metadata }) => metadata?.annotations?.['cert-manager.io/cluster-issuer'],
      );
      const solver = { namespace: namespaceOf(objects), labels: SOLVER_LABELS };
      const callers = ['the Ingress controller'];
      return asks ? hears(objects, solver, 'a solver', SOLVER_PORT, callers) : [];
    },
  },
  {
    // https://docs.cilium.io/en/stable/network/kubernetes/policy/#networkpolicy
    name: 'policies select by what every network plugin matches: labels, names of namespaces, single ports',
    faults: (objects) =>
      ofKind(objects, 'NetworkPolicy').flatMap(({ metadata, spec }) => {
        const rules = [...(spec?.ingress ?? []), ...(spec?.egress ?? [])];
        const peers = rules.flatMap((rule) =>
          'from' in rule ? rule.from : 'to' in rule ? rule.to : [],
        );
        return [
          ...(peers ?? []).flatMap(({ ipBlock, namespaceSelector }) =>
            unless(
              ipBlock !== undefined ||
                !namespaceSelector ||
                Object.keys(namespaceSelector.matchLabels ?? {}).join() === NAMESPACE,
              `NetworkPolicy ${metadata?.name} does not select a namespace by its name`,
            ),
          ),
          ...rules.flatMap(({ ports = [] }) =>
            ports.flatMap(({ port, endPort, protocol = 'TCP' }) =>
              unless(
                typeof port === 'number' && endPort === undefined && protocol !== 'SCTP',
                `NetworkPolicy ${metadata?.name}: ${protocol} ${port} to ${endPort}`,
              ),
            ),
          ),
        ];
      }),
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
            selected.length > 0 ||
              selects(selector, OPERATOR_LABELS) ||
              selects(selector, SOLVER_LABELS),
            `NetworkPolicy ${metadata?.name} selects nothing`,
          ),
          ...ports.flatMap(({ port }) =>
            unless(
              selected.some((pods) => portNumbers(pods).includes(Number(port))) ||
                (selects(selector, SOLVER_LABELS) && port === SOLVER_PORT),
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
  const all = peers(objects);
  // The Ingress controller and monitoring may be in one namespace.
  const isCaller = (peer: Peer) => callers.some((name) => isDeepStrictEqual(all[name], peer));
  return Object.entries(all).flatMap(([name, peer]) =>
    unless(
      mayHear(objects, pods, peer, { port }) === isCaller(peer),
      `${owner} ${isCaller(peer) ? 'does not hear' : 'hears'} ${name} on ${port}`,
    ),
  );
}

/** One of each sort of callers. */
function peers(objects: KubernetesObject[]): Record<string, Peer> {
  const namespace = namespaceOf(objects);
  return {
    'the Ingress controller': admittedBy(objects, 'ingress-controller'),
    monitoring: admittedBy(objects, 'prometheus'),
    'the operator': { namespace, labels: OPERATOR_LABELS },
    ...Object.fromEntries(servers(objects).map(({ service, pods }) => [service, pods])),
    'a pod beside it': { namespace, labels: { 'app.kubernetes.io/name': 'stranger' } },
    'a pod elsewhere': { namespace: 'elsewhere', labels: OPERATOR_LABELS },
    'the internet': INTERNET,
    'the internet by IPv6': INTERNET_BY_IPV6,
  };
}

/** One that a policy admits: the namespace, or the network of nodes, is the team's choice. */
function admittedBy(objects: KubernetesObject[], policy: string): Peer {
  const found = ofKind(objects, 'NetworkPolicy').find(({ metadata }) => metadata?.name === policy);
  const peer = found?.spec?.ingress?.[0]?.from?.[0];
  if (peer?.ipBlock) return { address: peer.ipBlock.cidr.split('/', 1).join() };
  const namespace = peer?.namespaceSelector?.matchLabels?.[NAMESPACE];
  return { namespace: namespace ?? `the namespace that ${policy} names`, labels: {} };
}

function namespaceOf(objects: KubernetesObject[]): string {
  return ofKind(objects, 'Namespace')[0]?.metadata?.name ?? 'default';
}

function portNumbers(pods: Parameters<typeof containersOf>[0]): number[] {
  return containersOf(pods)
    .flatMap(({ ports }) => ports ?? [])
    .map((port) => port.containerPort);
}
