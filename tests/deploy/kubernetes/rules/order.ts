import { describeObject, type KubernetesObject, ofKind, selects } from '../kubernetes-objects.ts';
import { migrations, type ServiceContainer, servers } from '../services.ts';
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
    // kubectl apply --selector 'app.kubernetes.io/component!=server', then all.
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
    name: 'migrations can be told from other Jobs by their label',
    faults: (objects) =>
      objects
        .filter(({ kind }) => kind === 'Job')
        .flatMap((object) =>
          unless(
            object.metadata?.labels?.[COMPONENT] === 'migration',
            `${describeObject(object)} is not found by the label`,
          ),
        ),
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
function neededBy(
  objects: KubernetesObject[],
  { pods, container }: ServiceContainer,
): KubernetesObject[] {
  const maps = (container.envFrom ?? []).map(({ configMapRef }) => configMapRef?.name);
  const policies = ofKind(objects, 'NetworkPolicy')
    .filter(({ spec }) => selects(spec?.podSelector ?? {}, pods.labels))
    .map(({ metadata }) => metadata?.name);
  const names: Record<string, (string | undefined)[]> = {
    Namespace: [pods.namespace],
    ConfigMap: maps,
    ServiceAccount: [pods.spec.serviceAccountName],
    NetworkPolicy: policies,
  };
  return objects.filter(({ kind, metadata }) => names[kind]?.includes(metadata?.name));
}

function waveOf(object: KubernetesObject | undefined): number {
  return Number(object?.metadata?.annotations?.[`${ARGO_CD}/sync-wave`] ?? 0);
}
