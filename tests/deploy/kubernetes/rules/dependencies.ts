import { type KubernetesObject, ofKind, selects } from '../kubernetes-objects.ts';
import { maySpeak, type Pod } from '../network-reach.ts';
import { environmentOf, servers, serviceContainers } from '../services.ts';
import { type Rule, unless } from './rule.ts';

const DNS = { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
const SENTINEL_PORT = 26379;
const REDIS_ADDRESSES = ['REDIS_URL', 'REDIS_CLUSTER_URLS', 'REDIS_SENTINEL_URLS'];

/** What the services need to reach outside the platform. */
export const dependencyRules: Rule[] = [
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
        ...unless(
          egressPorts(objects, pods, 'postgresql').length > 0,
          `${owner} reaches no database`,
        ),
      ]),
  },
  {
    name: 'servers have the address of one Redis, and reach the ports of its kind alone',
    faults: (objects) =>
      servers(objects).flatMap((server) => {
        const { names } = environmentOf(objects, server);
        const kinds = names.filter((name) => REDIS_ADDRESSES.includes(name));
        const ports = egressPorts(objects, server.pods, 'redis');
        const ofServer = ports.filter((port) => port !== SENTINEL_PORT);
        return [
          ...unless(kinds.length === 1, `${server.owner} has ${kinds.join(', ') || 'no Redis'}`),
          ...unless(ofServer.length === 1, `${server.owner} reaches Redis on ${ofServer}`),
          ...unless(
            ports.includes(SENTINEL_PORT) === kinds.includes('REDIS_SENTINEL_URLS'),
            `${server.owner}: the port of sentinels does not agree with ${kinds}`,
          ),
        ];
      }),
  },
  {
    name: 'servers reach the collector in the cluster that they send spans to',
    faults: (objects) =>
      servers(objects).flatMap((server) => {
        const address = environmentOf(objects, server).values.get('OTEL_EXPORTER_OTLP_ENDPOINT');
        const { hostname = '', port = '' } = URL.parse(address ?? '') ?? {};
        // NAME.NAMESPACE, or NAME.NAMESPACE.svc and more
        const namespace = /^[^.]+\.([^.]+)(\.svc(\..+)?)?$/.exec(hostname)?.[1];
        const collector = { namespace: namespace ?? '', labels: {} };
        return unless(
          namespace === undefined ||
            maySpeak(objects, server.pods, collector, { port: Number(port) }),
          `${server.owner} does not reach ${address}`,
        );
      }),
  },
];

/** The ports that one policy opens to a pod. */
function egressPorts(objects: KubernetesObject[], pod: Pod, policy: string): number[] {
  return ofKind(objects, 'NetworkPolicy')
    .filter(
      ({ metadata, spec }) =>
        metadata?.name === policy && selects(spec?.podSelector ?? {}, pod.labels),
    )
    .flatMap(({ spec }) => spec?.egress ?? [])
    .flatMap(({ ports }) => ports ?? [])
    .map(({ port }) => Number(port));
}
