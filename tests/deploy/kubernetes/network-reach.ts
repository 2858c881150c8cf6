import { BlockList, isIPv6 } from 'node:net';
import type { IIPBlock } from 'kubernetes-models/networking.k8s.io/v1/IPBlock';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort';
import { type KubernetesObject, type Labels, ofKind, selects } from './kubernetes-objects.ts';

/** Somebody in a cluster. */
export type Pod = { namespace: string; labels: Labels };

/** A pod, or an address that is none. */
export type Peer = Pod | { address: string };

type Direction = 'Ingress' | 'Egress';
type Way = { port: number; protocol?: 'TCP' | 'UDP' };
type PolicyRule = { peers: INetworkPolicyPeer[]; ports: INetworkPolicyPort[] };

/** Whether the network policies let a pod hear somebody on one of its ports. */
export function mayHear(objects: KubernetesObject[], pod: Pod, from: Peer, way: Way): boolean {
  return allows(objects, 'Ingress', pod, from, way);
}

/** Whether the network policies let a pod speak to somebody's port; the other may still not hear. */
export function maySpeak(objects: KubernetesObject[], pod: Pod, to: Peer, way: Way): boolean {
  return allows(objects, 'Egress', pod, to, way);
}

function allows(
  objects: KubernetesObject[],
  direction: Direction,
  pod: Pod,
  peer: Peer,
  way: Way,
): boolean {
  const rules = rulesFor(objects, direction, pod);
  if (rules === undefined) return true;
  return rules.some(
    ({ peers, ports }) =>
      (peers.length === 0 || peers.some((candidate) => isPeer(candidate, peer, pod.namespace))) &&
      (ports.length === 0 || ports.some((candidate) => isWay(candidate, way))),
  );
}

/** Nothing where no policy is about the pod in this direction, so that everything is allowed. */
function rulesFor(
  objects: KubernetesObject[],
  direction: Direction,
  pod: Pod,
): PolicyRule[] | undefined {
  const policies = ofKind(objects, 'NetworkPolicy').filter(
    ({ metadata, spec }) =>
      metadata?.namespace === pod.namespace &&
      selects(spec?.podSelector ?? {}, pod.labels) &&
      (spec?.policyTypes ?? ['Ingress']).includes(direction),
  );
  if (policies.length === 0) return undefined;
  return policies.flatMap(({ spec }) =>
    direction === 'Ingress'
      ? (spec?.ingress ?? []).map(({ from = [], ports = [] }) => ({ peers: from, ports }))
      : (spec?.egress ?? []).map(({ to = [], ports = [] }) => ({ peers: to, ports })),
  );
}

function isPeer(candidate: INetworkPolicyPeer, peer: Peer, ownNamespace: string): boolean {
  if (candidate.ipBlock) return 'address' in peer && isWithin(candidate.ipBlock, peer.address);
  if ('address' in peer) return false;
  const { namespaceSelector, podSelector = {} } = candidate;
  const isInNamespace = namespaceSelector
    ? selects(namespaceSelector, { 'kubernetes.io/metadata.name': peer.namespace })
    : peer.namespace === ownNamespace;
  return isInNamespace && selects(podSelector, peer.labels);
}

function isWithin({ cidr, except = [] }: IIPBlock, address: string): boolean {
  const family = familyOf(address);
  // Otherwise `::/0` contains every IPv4 address, as an IPv4-mapped one.
  if (familyOf(cidr) !== family) return false;
  return blocks([cidr]).check(address, family) && !blocks(except).check(address, family);
}

function blocks(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list;
}

/** Of an address or a network. */
function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address.split('/', 1).join()) ? 'ipv6' : 'ipv4';
}

function isWay({ port, endPort, protocol = 'TCP' }: INetworkPolicyPort, way: Way): boolean {
  if (protocol !== (way.protocol ?? 'TCP')) return false;
  if (port === undefined) return true;
  if (typeof port !== 'number') throw new Error(`Give port ${port} as a number, to be seen here`);
  return way.port >= port && way.port <= (endPort ?? port);
}
