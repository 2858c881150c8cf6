import {
  oauthVariables,
  readOauthConfig,
  readMigrationConfig as readOauthMigrationConfig,
} from '@app-platform/oauth/config';
import {
  readRegistryConfig,
  readMigrationConfig as readRegistryMigrationConfig,
  registryVariables,
} from '@app-platform/registry/config';
import type { IContainer } from 'kubernetes-models/v1/Container';
import {
  containersOf,
  type KubernetesObject,
  ofKind,
  type Pods,
  podsOf,
} from './kubernetes-objects.ts';

/** What the two services are, whoever deploys them. */
export const services = {
  registry: {
    publicPort: 4000,
    internalPort: 4100,
    other: 'oauth',
    variables: registryVariables,
    readConfig: readRegistryConfig,
    readMigrationConfig: readRegistryMigrationConfig,
    databaseVariable: 'REGISTRY_DATABASE_URL',
    addressVariable: 'BASE_URL',
    portVariables: ['REGISTRY_PORT', 'REGISTRY_INTERNAL_PORT'],
    hostVariable: 'REGISTRY_HOST',
    connectionsVariable: 'REGISTRY_DATABASE_CONNECTIONS',
  },
  oauth: {
    publicPort: 4001,
    internalPort: 4101,
    other: 'registry',
    variables: oauthVariables,
    readConfig: readOauthConfig,
    readMigrationConfig: readOauthMigrationConfig,
    databaseVariable: 'OAUTH_DATABASE_URL',
    addressVariable: 'OAUTH_URL',
    portVariables: ['OAUTH_PORT', 'OAUTH_INTERNAL_PORT'],
    hostVariable: 'OAUTH_HOST',
    connectionsVariable: 'OAUTH_DATABASE_CONNECTIONS',
  },
} as const;

type ServiceName = keyof typeof services;

/** A container that runs one of the services, or its migration. */
export type ServiceContainer = {
  service: ServiceName;
  pods: Pods;
  container: IContainer;
  /** `Deployment registry` */
  owner: string;
};

/** What runs one of the services, told by its labels: the names of the images are the team's. */
export function serviceContainers(objects: KubernetesObject[]): ServiceContainer[] {
  return podsOf(objects).flatMap((pods) =>
    containersOf(pods).flatMap((container) => {
      const service = serviceOf(pods, container);
      return service ? [{ service, pods, container, owner: pods.owner }] : [];
    }),
  );
}

/** Those that serve. */
export function servers(objects: KubernetesObject[]): ServiceContainer[] {
  return serviceContainers(objects).filter(({ pods }) => pods.kind === 'Deployment');
}

/** Those that bring a database up to date, and end. */
export function migrations(objects: KubernetesObject[]): ServiceContainer[] {
  return serviceContainers(objects).filter(({ pods }) => pods.kind === 'Job');
}

function serviceOf(pods: Pods, container: IContainer): ServiceName | undefined {
  const name = pods.labels['app.kubernetes.io/name'];
  if (name !== 'registry' && name !== 'oauth') return undefined;
  return container.name === name || container.name === 'migration' ? name : undefined;
}

/** The variables of a container by name; of those that come from a Secret, which one and its key. */
export function environmentOf(objects: KubernetesObject[], { container }: ServiceContainer) {
  const values = new Map<string, string>();
  const secrets = new Map<string, { name: string; key: string }>();
  for (const { configMapRef } of container.envFrom ?? []) {
    const map = ofKind(objects, 'ConfigMap').find(
      ({ metadata }) => metadata?.name === configMapRef?.name,
    );
    for (const [name, value] of Object.entries(map?.data ?? {})) values.set(name, value);
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const from = valueFrom?.secretKeyRef;
    if (from) secrets.set(name, { name: from.name ?? '', key: from.key });
    else values.set(name, value ?? '');
  }
  return { values, secrets, names: [...values.keys(), ...secrets.keys()] };
}
