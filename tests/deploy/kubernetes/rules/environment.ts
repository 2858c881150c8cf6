import { guide } from '../guide.ts';
import { containersOf, type KubernetesObject, ofKind, podsOf } from '../kubernetes-objects.ts';
import {
  environmentOf,
  migrations,
  type ServiceContainer,
  servers,
  services,
} from '../services.ts';
import { type Rule, unless } from './rule.ts';

/** Whatever is called so is a secret. */
const SECRET =
  /(_TOKEN|_SECRET|_PASSWORD|_KEY|_DATABASE_URL|_REPLICA_URL|^REDIS_(URL|CLUSTER_URLS|SENTINEL_URLS|USERNAME)|^SMTP_URL|^UPSTREAM_CLIENT_ID)$/;

/** Values of the form that each secret has. */
const PLACEHOLDERS: Record<string, string> = {
  REGISTRY_DATABASE_URL: 'postgresql://registry@postgresql/registry',
  OAUTH_DATABASE_URL: 'postgresql://oauth@postgresql/oauth',
  REGISTRY_REPLICA_URL: 'postgresql://registry@standby/registry',
  REDIS_URL: 'redis://redis',
  REDIS_CLUSTER_URLS: 'redis://redis-0,redis://redis-1',
  REDIS_SENTINEL_URLS: 'redis://sentinel-0:26379,redis://sentinel-1:26379',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  KEYS_ENCRYPTION_KEY: 'k'.repeat(43),
  SECOND_KEYS_ENCRYPTION_KEY: 's'.repeat(43),
  WEBHOOKS_ENCRYPTION_KEY: 'w'.repeat(43),
  SECOND_WEBHOOKS_ENCRYPTION_KEY: 'v'.repeat(43),
};

/** Variables of Node.js itself. */
const OF_NODE = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

export const environmentRules: Rule[] = [
  {
    name: 'every variable is one that the service reads',
    faults: (objects) =>
      servers(objects).flatMap((container) =>
        environmentOf(objects, container).names.flatMap((name) =>
          unless(
            [...services[container.service].variables.known, ...OF_NODE].includes(name),
            `${container.owner}: ${container.service} reads no ${name}`,
          ),
        ),
      ),
  },
  {
    name: 'every variable that the service requires is given',
    faults: (objects) =>
      servers(objects).flatMap((container) =>
        services[container.service].variables.required.flatMap((name) =>
          unless(
            environmentOf(objects, container).names.includes(name),
            `${container.owner}: ${name} is missing`,
          ),
        ),
      ),
  },
  {
    name: 'the service starts with these variables, in production mode',
    faults: (objects) =>
      servers(objects).flatMap((container) => {
        const environment = withPlaceholders(objects, container);
        return [
          ...unless(
            environment.NODE_ENV === 'production',
            `${container.owner} is not in production mode`,
          ),
          ...configFaults(container, services[container.service].readConfig, environment),
        ];
      }),
  },
  {
    name: 'a migration starts with the database address of the role that owns the tables, and has nothing else',
    faults: (objects) =>
      migrations(objects).flatMap((container) => {
        const { service, owner } = container;
        const { databaseVariable, readMigrationConfig } = services[service];
        const { names, secrets } = environmentOf(objects, container);
        const others = names.filter((name) => name !== databaseVariable && !OF_NODE.includes(name));
        const secret = secrets.get(databaseVariable);
        return [
          ...unless(!container.container.envFrom?.length, `${owner} receives all of an object`),
          ...unless(others.length === 0, `${owner} receives ${others.join(', ')}`),
          ...unless(
            secret?.name === `${service}-migrator` && secret.key === databaseVariable,
            `${owner} reads ${secret?.key} of Secret ${secret?.name}`,
          ),
          ...configFaults(container, readMigrationConfig, withPlaceholders(objects, container)),
        ];
      }),
  },
  {
    name: 'servers listen on all addresses of both families, and call each other by Services that there are',
    faults: (objects) =>
      servers(objects).flatMap((container) => {
        const { values } = environmentOf(objects, container);
        const { hostVariable, other } = services[container.service];
        const { internalPort } = services[other];
        const url = values.get(`${other.toUpperCase()}_INTERNAL_URL`);
        return [
          ...unless(
            values.get(hostVariable) === '::',
            `${container.owner} listens on ${values.get(hostVariable)}`,
          ),
          ...unless(
            url === `http://${other}-internal:${internalPort}` &&
              ofKind(objects, 'Service').some(
                ({ metadata }) => metadata?.name === `${other}-internal`,
              ),
            `${container.owner} calls ${url}`,
          ),
        ];
      }),
  },
  {
    name: 'no Secret is written, and what is secret comes from one',
    faults: (objects) => [
      ...ofKind(objects, 'Secret').map(({ metadata }) => `Secret ${metadata?.name} is written`),
      ...ofKind(objects, 'ConfigMap').flatMap(({ metadata, data }) =>
        Object.keys(data ?? {}).flatMap((name) =>
          unless(!SECRET.test(name), `ConfigMap ${metadata?.name} holds ${name}`),
        ),
      ),
      ...podsOf(objects).flatMap((pods) =>
        containersOf(pods).flatMap(({ env = [] }) =>
          env.flatMap(({ name, valueFrom }) =>
            unless(
              !SECRET.test(name) || valueFrom?.secretKeyRef !== undefined,
              `${pods.owner}: ${name} is written`,
            ),
          ),
        ),
      ),
    ],
  },
  {
    name: 'every key of a Secret that is asked for is in the guide',
    faults: (objects) =>
      podsOf(objects).flatMap((pods) =>
        containersOf(pods).flatMap(({ env = [] }) =>
          env.flatMap(({ valueFrom }) => {
            const from = valueFrom?.secretKeyRef;
            return unless(
              !from || guide.includes(`| \`${from.name}\` | \`${from.key}\` |`),
              `deploy/README.md has no row for ${from?.key} of Secret ${from?.name}`,
            );
          }),
        ),
      ),
  },
  {
    name: 'the ConfigMaps and ServiceAccounts that pods ask for are there',
    faults: (objects) =>
      podsOf(objects).flatMap((pods) => {
        const account = pods.spec.serviceAccountName;
        return [
          ...unless(
            account === undefined || isThere(objects, 'ServiceAccount', account),
            `${pods.owner}: there is no ServiceAccount ${account}`,
          ),
          ...configMapsOf(pods).flatMap((name) =>
            unless(
              isThere(objects, 'ConfigMap', name),
              `${pods.owner}: there is no ConfigMap ${name}`,
            ),
          ),
        ];
      }),
  },
];

function withPlaceholders(objects: KubernetesObject[], container: ServiceContainer) {
  const { values, secrets } = environmentOf(objects, container);
  const hidden = [...secrets.keys()].map((name) => [
    name,
    PLACEHOLDERS[name] ?? `${name}-`.padEnd(40, 'x'),
  ]);
  return { ...Object.fromEntries(values), ...Object.fromEntries(hidden) };
}

function configFaults(
  { owner }: ServiceContainer,
  readConfig: (environment: Record<string, string>) => unknown,
  environment: Record<string, string>,
): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return [`${owner}: ${error instanceof Error ? error.message : error}`];
  }
}

function configMapsOf(pods: ReturnType<typeof podsOf>[number]): string[] {
  const fromVolumes = (pods.spec.volumes ?? []).map(({ configMap }) => configMap?.name);
  const fromContainers = containersOf(pods).flatMap(({ envFrom = [] }) =>
    envFrom.map(({ configMapRef }) => configMapRef?.name),
  );
  return [...fromVolumes, ...fromContainers].filter((name) => name !== undefined);
}

function isThere(objects: KubernetesObject[], kind: string, name: string): boolean {
  return objects.some((object) => object.kind === kind && object.metadata?.name === name);
}
