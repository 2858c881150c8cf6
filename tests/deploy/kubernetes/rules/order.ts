import { describeObject, type KubernetesObject, ofKind, selects } from '../kubernetes-objects.ts';
import {
  environmentOf,
  migrations,
  type ServiceContainer,
  servers,
  serviceContainers,
} from '../services.ts';
import { type Rule, unless } from './rule.ts';

const ARGO_CD = 'argocd.argoproj.io';
const COMPONENT = 'app.kubernetes.io/component';

export const orderRules: Rule[] = [
  {
    name: 'the same image migrates the database of each service',
    faults: (objects) =>
      servers(objects).flatMap(({ service, container, owner }) => {
        const [migration, ...more] = migrations(objects).filter((job) => job.service === service);
        const command = migration?.container.command?.join(' ');
        return [
          ...unless(migration && more.length === 0, `not one Job migrates for ${owner}`),
          ...unless(
            migration?.container.image === container.image,
            `${owner} and its migration run different images`,
          ),
          ...unless(command === 'node dist/migrate.js', `the migration of ${owner} is ${command}`),
        ];
      }),
  },
  {
    // kubectl apply --selector 'app.kubernetes.io/component notin (server,operator)', then all.
    name: 'a selector parts servers from what comes before them',
    faults: (objects) => {
      const isServer = (object: KubernetesObject) =>
        object.metadata?.labels?.[COMPONENT] === 'server';
      const late = servers(objects).map(({ owner }) => owner);
      return objects.flatMap((object) => {
        const name = describeObject(object);
        if (late.includes(name)) return unless(isServer(object), `${name} comes too early`);
        const isScaling = object.kind === 'HorizontalPodAutoscaler';
        return unless(isServer(object) === isScaling, `${name} comes at the wrong time`);
      });
    },
  },
  {
    name: "migrations and the operator's Job can be told from other Jobs by their label",
    faults: (objects) =>
      objects
        .filter(({ kind }) => kind === 'Job')
        .flatMap((object) =>
          unless(
            object.metadata?.labels?.[COMPONENT] ===
              (migrations(objects).some(({ owner }) => owner === describeObject(object))
                ? 'migration'
                : 'operator'),
            `${describeObject(object)} is not found by the label`,
          ),
        ),
  },
  {
    name: "the operator's Job runs anew after each roll-out",
    faults: (objects) =>
      objects
        .filter(
          ({ kind, metadata }) => kind === 'Job' && metadata?.labels?.[COMPONENT] === 'operator',
        )
        .flatMap((object) => {
          const annotations = object.metadata?.annotations ?? {};
          return unless(
            annotations[`${ARGO_CD}/hook`] === 'PostSync' &&
              annotations[`${ARGO_CD}/hook-delete-policy`] === 'BeforeHookCreation' &&
              annotations['kustomize.toolkit.fluxcd.io/force'] === 'enabled',
            `${describeObject(object)} runs once, or too early`,
          );
        }),
  },
  {
    name: 'Argo CD and Flux never delete the Namespace or what makes Secrets',
    faults: (objects) =>
      objects
        .filter(({ kind }) => ['Namespace', 'Secret', 'ExternalSecret'].includes(kind))
        .flatMap((object) => {
          const annotations = object.metadata?.annotations ?? {};
          return unless(
            annotations[`${ARGO_CD}/sync-options`] === 'Prune=false,Delete=false' &&
              annotations['kustomize.toolkit.fluxcd.io/prune'] === 'disabled',
            `${describeObject(object)} may be deleted`,
          );
        }),
  },
  {
    name: 'where an external store has the Secrets, it has every one that the services read',
    faults: (objects) => {
      const made = ofKind(objects, 'ExternalSecret');
      const named = made.map(({ spec }) => spec?.target?.name);
      const isLost = ({ spec }: (typeof made)[number]) =>
        spec?.target?.creationPolicy !== 'Orphan' || spec.target.deletionPolicy !== 'Retain';
      return [
        ...made
          .filter(isLost)
          .map(({ metadata }) => `${metadata?.name} ends with its ExternalSecret`),
        ...(named.includes('platform') ? serviceContainers(objects) : []).flatMap((container) =>
          [...environmentOf(objects, container).secrets.values()].flatMap(({ name }) =>
            unless(named.includes(name), `${container.owner}: no ExternalSecret makes ${name}`),
          ),
        ),
      ];
    },
  },
  {
    name: 'Argo CD and Flux run each migration anew, after what it needs and before the servers',
    faults: (objects) =>
      migrations(objects).flatMap((migration) => {
        const job = objects.find((object) => describeObject(object) === migration.owner);
        const annotations = job?.metadata?.annotations ?? {};
        const late = servers(objects).map(({ owner }) => owner);
        return [
          ...unless(
            annotations[`${ARGO_CD}/hook`] === 'Sync' &&
              annotations[`${ARGO_CD}/hook-delete-policy`] === 'BeforeHookCreation' &&
              annotations['kustomize.toolkit.fluxcd.io/force'] === 'enabled',
            `${migration.owner} runs once`,
          ),
          ...neededBy(objects, migration).flatMap((object) =>
            unless(waveOf(object) < waveOf(job), `${describeObject(object)} is in a late wave`),
          ),
          ...objects
            .filter((object) => late.includes(describeObject(object)))
            .flatMap((object) =>
              unless(waveOf(object) > waveOf(job), `${describeObject(object)} is in an early wave`),
            ),
        ];
      }),
  },
];

/** What must be there before a pod starts, and may connect. */
function neededBy(objects: KubernetesObject[], migration: ServiceContainer): KubernetesObject[] {
  const { pods } = migration;
  const secrets = environmentOf(objects, migration).secrets.values();
  const policies = ofKind(objects, 'NetworkPolicy')
    .filter(({ spec }) => selects(spec?.podSelector ?? {}, pods.labels))
    .map(({ metadata }) => metadata?.name);
  const names: Record<string, (string | undefined)[]> = {
    Namespace: [pods.namespace],
    ConfigMap: (pods.spec.volumes ?? []).map(({ configMap }) => configMap?.name),
    ExternalSecret: [...secrets].map(({ name }) => name),
    ServiceAccount: [pods.spec.serviceAccountName],
    NetworkPolicy: policies,
  };
  return objects.filter(({ kind, metadata }) => names[kind]?.includes(metadata?.name));
}

function waveOf(object: KubernetesObject | undefined): number {
  return Number(object?.metadata?.annotations?.[`${ARGO_CD}/sync-wave`] ?? 0);
}
