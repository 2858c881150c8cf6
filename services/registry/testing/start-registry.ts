import { createLogger, openTelemetry } from '@app-platform/runtime';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { tokens } from '@app-platform/testing/credentials';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import request, { type Test } from 'supertest';
import { type AuditEvent, PrismaClient } from '../src/database/generated/client.ts';
import { createRegistry, type Registry, type RegistryOptions } from '../src/server.ts';
import { openRegistryDatabase, type RegistryDatabase } from '../src/stores.ts';
import { webhookSettings } from './webhook-settings.ts';

const base = { tokens, baseUrl: 'http://registry.example.com' };

const allRoles = ['org.admin', 'org.permission'];

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** A caller with an API key of one organization. */
export type Caller = {
  organizationId: string;
  apiKey: string;
  get(path: string): Test;
  delete(path: string): Test;
  post(path: string, body?: unknown): Test;
  patch(path: string, body: unknown): Test;
  put(path: string, body: unknown): Test;
  /** The name of the organization's private app. */
  privateName(app: string): string;
  /** Registers an app, with a title, and expects it to be accepted. */
  register(definition: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Installs an app and expects it to be accepted. */
  install(app: string): Promise<void>;
};

/** The real registry on a database of its own, and a time that the test can move. */
export type RunningRegistry = Registry & {
  database: RegistryDatabase;
  /** For another replica, which has listeners of its own. */
  connection: DatabaseConnection;
  now: { value: Date };
  /** For statements that no store issues. */
  adapter: Awaited<ReturnType<typeof openTestDatabase>>['adapter'];
  /** What happened in an organization, in order. */
  auditTrail(organizationId: string): Promise<AuditEvent[]>;
  /** What was logged. */
  logLines: string[];
  anonymous(method: Method, path: string): Test;
  internal(caller: 'service' | 'operator', method: Method, path: string, body?: object): Test;
  newCaller(roles?: string[]): Promise<Caller>;
  /** Another API key of the same organization. */
  keyFor(organizationId: string, roles: string[]): Promise<Caller>;
  close(): Promise<void>;
};

export async function startRegistry({
  databaseRole,
  ...options
}: Pick<
  RegistryOptions,
  'publicApps' | 'baseUrl' | 'trustedProxies' | 'oauth' | 'streams' | 'isStopping'
> & {
  databaseRole?: 'runtime' | 'owner';
  webhooks?: Partial<RegistryOptions['webhooks']>;
} = {}): Promise<RunningRegistry> {
  const connection = await openTestDatabase('registry', databaseRole);
  const database = openRegistryDatabase(connection);
  const client = new PrismaClient({ adapter: connection.adapter });
  const now = { value: new Date() };
  const logLines: string[] = [];
  const logger = createLogger('registry', 'info', { write: (line) => void logLines.push(line) });
  const telemetry = await openTelemetry('registry');
  const clock = () => now.value;
  const webhooks = { ...webhookSettings(), ...options.webhooks };
  const parts = { ...base, database, clock, logger, telemetry };
  const registry = createRegistry({ ...parts, ...options, webhooks });

  const internal: RunningRegistry['internal'] = (caller, method, path, body) => {
    const token = caller === 'service' ? tokens.serviceToken : tokens.operatorToken;
    const test = request(registry.internalApp)[method](path).auth(token, { type: 'bearer' });
    return body === undefined ? test : test.send(body);
  };
  const keyFor: RunningRegistry['keyFor'] = async (organizationId, roles) => {
    const path = `/internal/organizations/${organizationId}/api-keys`;
    const { body } = await internal('operator', 'post', path, { roles }).expect(201);
    return callerWith(registry, organizationId, body.key);
  };

  return {
    ...registry,
    database,
    connection,
    now,
    adapter: connection.adapter,
    auditTrail: (organizationId) =>
      client.auditEvent.findMany({ where: { organizationId }, orderBy: { id: 'asc' } }),
    logLines,
    internal,
    keyFor,
    anonymous: (method, path) => request(registry.publicApp)[method](path),
    newCaller: async (roles = allRoles) => {
      const path = '/internal/organizations';
      const { body } = await internal('operator', 'post', path, { name: 'Acme' }).expect(201);
      return keyFor(body.id, roles);
    },
    close: async () => {
      await registry.stop();
      await client.$disconnect();
      await database.close();
    },
  };
}

function callerWith(registry: Registry, organizationId: string, apiKey: string): Caller {
  const send = (method: Method, path: string, body?: unknown): Test => {
    const test = request(registry.publicApp)[method](path).auth(apiKey, { type: 'bearer' });
    return body === undefined
      ? test
      : test.set('Content-Type', 'application/json').send(JSON.stringify(body));
  };
  return {
    organizationId,
    apiKey,
    get: (path) => send('get', path),
    delete: (path) => send('delete', path),
    post: (path, body) => send('post', path, body),
    patch: (path, body) => send('patch', path, body),
    put: (path, body) => send('put', path, body),
    privateName: (app) => `${app}_${organizationId}`,
    register: async (definition) => {
      const body = { title: 'An app', version: '0.0.1', ...definition };
      const answer = await send('post', '/v1/apps/available', body).expect(201);
      return answer.body.data.attributes;
    },
    install: async (app) => {
      await send('post', '/v1/apps/installed', { app }).expect(201);
    },
  };
}

let lastNumber = 0;

/** A name that no other test of the file uses. */
export function uniqueName(base: string): string {
  lastNumber += 1;
  return `${base}_${lastNumber}`;
}
