import { containersOf, ofKind, podsOf, selects } from '../kubernetes-objects.ts';
import { environmentOf, servers, services } from '../services.ts';
import { type Rule, unless } from './rule.ts';

/** As `listen` of the service kit has it: how long running requests have to end. */
const GRACE_MILLISECONDS = 10_000;
/** For what closes after the listeners: the database's connections and Redis. */
const CLOSING_MILLISECONDS = 5_000;

/** Up to this limit Node.js 24 keeps a heap limit of 259 MiB, and uses half as much beside its heap. */
const LEAST_LIMIT_MEBIBYTES = 512;

export const workloadRules: Rule[] = [
  {
    name: 'both services have servers',
    faults: (objects) =>
      Object.keys(services).flatMap((service) =>
        unless(
          servers(objects).filter((server) => server.service === service).length === 1,
          `not one Deployment runs ${service}`,
        ),
      ),
  },
  {
    name: 'every image has a tag of its own, and none is the latest',
    faults: (objects) =>
      podsOf(objects).flatMap((pods) =>
        containersOf(pods).flatMap(({ image = '' }) =>
          unless(
            /(:[\w][\w.-]*|@sha256:[0-9a-f]{64})$/.test(image) && !image.endsWith(':latest'),
            `${pods.owner} runs ${image}`,
          ),
        ),
      ),
  },
  {
    name: 'every container requests and limits processor and memory',
    faults: (objects) =>
      podsOf(objects).flatMap((pods) =>
        containersOf(pods).flatMap(({ name, resources }) =>
          (['requests', 'limits'] as const).flatMap((bound) =>
            ['cpu', 'memory'].flatMap((resource) =>
              unless(
                resources?.[bound]?.[resource] !== undefined,
                `${pods.owner}: ${name} has no ${bound} of ${resource}`,
              ),
            ),
          ),
        ),
      ),
  },
  {
    name: 'the memory limit of servers leaves room beside the heap of Node.js',
    faults: (objects) =>
      servers(objects).flatMap(({ container, owner }) => {
        const limit = container.resources?.limits?.memory;
        return unless(
          mebibytes(String(limit)) >= LEAST_LIMIT_MEBIBYTES,
          `${owner} may use ${limit}: Node.js could let its heap grow beyond that`,
        );
      }),
  },
  {
    name: 'servers are probed on their internal port: /livez to start and to live, /readyz to serve',
    faults: (objects) =>
      servers(objects).flatMap(({ service, container, owner }) =>
        (
          [
            ['startupProbe', '/livez'],
            ['livenessProbe', '/livez'],
            ['readinessProbe', '/readyz'],
          ] as const
        ).flatMap(([probe, path]) => {
          const get = container[probe]?.httpGet;
          const port = container.ports?.find(({ name }) => name === get?.port)?.containerPort;
          return [
            ...unless(get?.path === path, `${owner}: ${probe} does not get ${path}`),
            ...unless(
              port === services[service].internalPort,
              `${owner}: ${probe} does not ask on the internal port`,
            ),
          ];
        }),
      ),
  },
  {
    name: 'servers name the ports that they are told to listen on',
    faults: (objects) =>
      servers(objects).flatMap((server) => {
        const { publicPort, internalPort, portVariables } = services[server.service];
        const { values } = environmentOf(objects, server);
        const named = [
          ['http', publicPort, portVariables[0]],
          ['internal', internalPort, portVariables[1]],
        ] as const;
        return named.flatMap(([name, number, variable]) => [
          ...unless(
            server.container.ports?.some(
              (port) => port.name === name && port.containerPort === number,
            ),
            `${server.owner}: port ${name} is not ${number}`,
          ),
          ...unless(
            values.get(variable) === String(number),
            `${server.owner}: ${variable} is not ${number}`,
          ),
        ]);
      }),
  },
  {
    name: 'servers have time to drain before they are killed',
    faults: (objects) =>
      servers(objects).flatMap((server) => {
        const drain = Number(environmentOf(objects, server).values.get('DRAIN_MILLISECONDS'));
        const given = (server.pods.spec.terminationGracePeriodSeconds ?? 30) * 1_000;
        return [
          ...unless(
            drain >= 5_000 && drain <= 10_000,
            `${server.owner} drains for ${drain} ms, not for 5 to 10 s`,
          ),
          ...unless(
            given >= drain + GRACE_MILLISECONDS + CLOSING_MILLISECONDS,
            `${server.owner} is killed after ${given} ms`,
          ),
        ];
      }),
  },
  {
    name: 'a roll-out takes no server away before its successor is ready',
    faults: (objects) =>
      ofKind(objects, 'Deployment')
        .filter(({ metadata }) =>
          servers(objects).some(({ owner }) => owner === `Deployment ${metadata?.name}`),
        )
        .flatMap(({ metadata, spec }) =>
          unless(
            spec?.strategy?.rollingUpdate?.maxUnavailable === 0 && (spec.minReadySeconds ?? 0) > 0,
            `Deployment ${metadata?.name} may have fewer servers than before`,
          ),
        ),
  },
  {
    name: 'servers are spread over zones and nodes',
    faults: (objects) =>
      servers(objects).flatMap(({ owner, pods }) =>
        ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].flatMap((key) =>
          unless(
            pods.spec.topologySpreadConstraints?.some(
              ({ topologyKey, labelSelector }) =>
                topologyKey === key && labelSelector && selects(labelSelector, pods.labels),
            ),
            `${owner} is not spread by ${key}`,
          ),
        ),
      ),
  },
];

function mebibytes(quantity: string): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(amount) * (unit === 'Gi' ? 1024 : 1);
}
