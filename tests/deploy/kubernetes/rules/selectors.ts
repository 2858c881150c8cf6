import type { IContainer } from 'kubernetes-models/v1/Container';
import {
  containersOf,
  type KubernetesObject,
  ofKind,
  type Pods,
  podsOf,
  selects,
} from '../kubernetes-objects.ts';
import { environmentOf, servers, services } from '../services.ts';
import { type Rule, unless } from './rule.ts';

/** What PostgreSQL has without being told otherwise, less what it keeps for its superuser. */
const CONNECTIONS = 97;

export const selectorRules: Rule[] = [
  {
    name: 'workloads select their own pods, and no others',
    faults: (objects) =>
      podsOf(objects).flatMap(({ owner, selector }) =>
        selector === undefined ? [] : selectsOnly(objects, owner, selector, [owner]),
      ),
  },
  {
    name: 'each Service selects the pods of one workload that serves',
    faults: (objects) =>
      ofKind(objects, 'Service').flatMap(({ metadata, spec }) => {
        const selected = selectedBy(objects, { matchLabels: spec?.selector ?? {} });
        return unless(
          selected.length === 1 && selected[0]?.kind !== 'Job',
          `Service ${metadata?.name} selects ${selected.map(({ owner }) => owner).join(', ') || 'nothing'}`,
        );
      }),
  },
  {
    name: 'the ports of Services have names, and go to named ports of their pods',
    faults: (objects) =>
      ofKind(objects, 'Service').flatMap(({ metadata, spec }) => {
        const ports = selectedBy(objects, { matchLabels: spec?.selector ?? {} }).flatMap(portsOf);
        return (spec?.ports ?? []).flatMap(({ name, port, targetPort }) =>
          unless(
            Boolean(name) &&
              ports.some((own) => own.name === targetPort && own.containerPort === port),
            `Service ${metadata?.name}: ${name ?? port} does not go to a port ${targetPort}`,
          ),
        );
      }),
  },
  {
    name: 'Services have an address of each family that the cluster has',
    faults: (objects) =>
      ofKind(objects, 'Service').flatMap(({ metadata, spec }) =>
        unless(
          spec?.ipFamilyPolicy === 'PreferDualStack',
          `Service ${metadata?.name} has the ipFamilyPolicy ${spec?.ipFamilyPolicy}`,
        ),
      ),
  },
  {
    name: 'public and internal ports have Services of their own',
    faults: (objects) =>
      Object.entries(services).flatMap(([service, { publicPort, internalPort }]) =>
        (
          [
            [service, publicPort],
            [`${service}-internal`, internalPort],
          ] as const
        ).flatMap(([name, number]) => {
          const found = ofKind(objects, 'Service').find(({ metadata }) => metadata?.name === name);
          const ports = (found?.spec?.ports ?? []).map(({ port }) => port);
          return unless(
            ports.length === 1 && ports[0] === number,
            `Service ${name} is not of port ${number} alone`,
          );
        }),
      ),
  },
  {
    name: 'PodDisruptionBudgets are of servers, and let nodes be drained',
    faults: (objects) =>
      ofKind(objects, 'PodDisruptionBudget').flatMap(({ metadata, spec }) => [
        ...selectsOnly(
          objects,
          `PodDisruptionBudget ${metadata?.name}`,
          spec?.selector ?? {},
          servers(objects).map(({ owner }) => owner),
        ),
        ...unless(
          spec?.maxUnavailable === 1,
          `PodDisruptionBudget ${metadata?.name} does not let one pod go at a time`,
        ),
      ]),
  },
  {
    name: 'whatever scales by itself is a Deployment that requests processor, gives no number, and has a budget',
    faults: (objects) =>
      ofKind(objects, 'HorizontalPodAutoscaler').flatMap(({ metadata, spec }) => {
        const target = spec?.scaleTargetRef;
        const deployment = ofKind(objects, 'Deployment').find(
          (candidate) => candidate.metadata?.name === target?.name && target?.kind === 'Deployment',
        );
        const labels = deployment?.spec?.template.metadata?.labels ?? {};
        const name = `HorizontalPodAutoscaler ${metadata?.name}`;
        return [
          ...unless(deployment !== undefined, `${name} scales nothing`),
          ...unless(deployment?.spec?.replicas === undefined, `${name} is overruled by replicas`),
          ...unless((spec?.minReplicas ?? 1) >= 2, `${name} may leave one replica`),
          ...unless(
            ofKind(objects, 'PodDisruptionBudget').some((budget) =>
              selects(budget.spec?.selector ?? {}, labels),
            ),
            `${name} scales what has no PodDisruptionBudget`,
          ),
          ...(deployment?.spec?.template.spec?.containers ?? []).flatMap(({ resources }) =>
            unless(resources?.requests?.cpu !== undefined, `${name} has nothing to measure by`),
          ),
        ];
      }),
  },
  {
    name: "all replicas together fit PostgreSQL's connections",
    faults: (objects) => {
      const connections = servers(objects).map((server) => {
        const { values } = environmentOf(objects, server);
        const each = Number(values.get(services[server.service].connectionsVariable));
        const autoscaler = ofKind(objects, 'HorizontalPodAutoscaler').find(
          ({ spec }) => `Deployment ${spec?.scaleTargetRef.name}` === server.owner,
        );
        // One more while a new version rolls out.
        return each * ((autoscaler?.spec?.maxReplicas ?? 1) + 1);
      });
      const all = connections.reduce((sum, count) => sum + count, 0);
      return unless(all <= CONNECTIONS, `${all} connections are more than ${CONNECTIONS}`);
    },
  },
];

type Selector = Parameters<typeof selects>[0];

function selectedBy(objects: KubernetesObject[], selector: Selector): Pods[] {
  return podsOf(objects).filter(({ labels }) => selects(selector, labels));
}

/** That a selector fits the pods of one of some workloads, and of nothing else. */
function selectsOnly(
  objects: KubernetesObject[],
  name: string,
  selector: Selector,
  owners: string[],
): string[] {
  const selected = selectedBy(objects, selector).map(({ owner }) => owner);
  return unless(
    selected.length === 1 && selected.every((owner) => owners.includes(owner)),
    `${name} selects ${selected.join(', ') || 'nothing'}`,
  );
}

function portsOf(pods: Pods): NonNullable<IContainer['ports']> {
  return containersOf(pods).flatMap(({ ports }) => ports ?? []);
}
