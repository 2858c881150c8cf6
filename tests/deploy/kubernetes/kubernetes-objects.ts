import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import type { Kind, models } from './models.ts';

export type Labels = Record<string, string>;

export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata?: { name?: string; namespace?: string; labels?: Labels; annotations?: Labels };
};

/** An object of a kind, as its schema has it. */
export type ObjectOf<K extends Kind> = NonNullable<ConstructorParameters<(typeof models)[K]>[0]>;

/** The pods that a workload makes. */
export type Pods = {
  /** `Deployment registry` */
  owner: string;
  kind: 'Deployment' | 'StatefulSet' | 'Job' | 'CronJob';
  namespace: string;
  labels: Labels;
  /** What the workload itself selects its pods by; a Job does so by what Kubernetes adds. */
  selector?: LabelSelector;
  spec: IPodSpec;
};

type LabelSelector = {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
};

export function ofKind<K extends Kind>(objects: KubernetesObject[], kind: K): ObjectOf<K>[] {
  return objects.filter((object) => object.kind === kind) as ObjectOf<K>[];
}

/** `Deployment registry` */
export function describeObject(object: KubernetesObject): string {
  return `${object.kind} ${object.metadata?.name}`;
}

/** What every workload runs. */
export function podsOf(objects: KubernetesObject[]): Pods[] {
  const kinds = ['Deployment', 'StatefulSet', 'Job', 'CronJob'] as const;
  return kinds.flatMap((kind) =>
    ofKind(objects, kind).flatMap(({ metadata, spec: own }) => {
      const spec = own && 'jobTemplate' in own ? own.jobTemplate.spec : own;
      const template = spec?.template;
      if (!template?.spec) return [];
      return [
        {
          owner: `${kind} ${metadata?.name}`,
          kind,
          namespace: metadata?.namespace ?? 'default',
          labels: template.metadata?.labels ?? {},
          ...(spec?.selector && { selector: spec.selector as LabelSelector }),
          spec: template.spec,
        },
      ];
    }),
  );
}

export function containersOf(pods: Pods) {
  return [...(pods.spec.initContainers ?? []), ...pods.spec.containers];
}

/** Whether labels fit a selector. As in Kubernetes, an empty selector fits all. */
export function selects(selector: LabelSelector, labels: Labels): boolean {
  const equal = Object.entries(selector.matchLabels ?? {}).every(
    ([key, value]) => labels[key] === value,
  );
  return equal && (selector.matchExpressions ?? []).every((expression) => fits(expression, labels));
}

function fits(
  { key, operator, values = [] }: NonNullable<LabelSelector['matchExpressions']>[number],
  labels: Labels,
): boolean {
  const value = labels[key];
  const among = value !== undefined && values.includes(value);
  switch (operator) {
    case 'In':
      return among;
    case 'NotIn':
      return !among;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      throw new Error(`${operator} is not an operator of label selectors`);
  }
}
