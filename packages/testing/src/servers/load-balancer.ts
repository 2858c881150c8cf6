import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child } from '../processes/child.ts';
import { until } from '../until.ts';
import { listens } from './redis.ts';

const START_MILLISECONDS = 60_000;

/** One address, and the replicas behind it. */
export type Balanced = {
  name: string;
  port: number;
  replicas: { port: number; internalPort: number }[];
};

/**
 * What Kubernetes' services and ingress do: a replica that is not ready gets no request, and a
 * connection that cannot be made is made to another one. A request that was sent is never repeated.
 */
export async function startLoadBalancer(folder: string, balanced: Balanced[]): Promise<void> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, [defaults, ...balanced.map(section)].join('\n'));
  await startHaproxy('haproxy', file, folder);
  for (const { name, port } of balanced) {
    await until(`haproxy listens for ${name}`, START_MILLISECONDS, () => listens(port));
  }
}

/**
 * What stands before a pair of PostgreSQL servers: one address that leads to the primary, as Patroni
 * tells it. Connections to a server that is no longer the primary are closed.
 */
export async function startTcpBalancer(
  folder: string,
  port: number,
  servers: { postgresql: number; rest: number }[],
): Promise<void> {
  const file = join(folder, 'haproxy-postgresql.cfg');
  const lines = servers.map(
    ({ postgresql, rest }, index) =>
      `  server node-${index + 1} 127.0.0.1:${postgresql} check port ${rest} inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions`,
  );
  await writeFile(
    file,
    `${defaults}
listen postgresql
  mode tcp
  timeout client 10m
  timeout server 10m
  option httpchk GET /primary
  bind 127.0.0.1:${port}
${lines.join('\n')}
`,
  );
  await startHaproxy('haproxy-postgresql', file, folder);
  await until('haproxy listens for PostgreSQL', START_MILLISECONDS, () => listens(port));
}

async function startHaproxy(name: string, file: string, folder: string): Promise<void> {
  await Child.start({
    name,
    command: ['haproxy', '-db', '-f', file],
    logFile: join(folder, `${name}.log`),
  });
}

/** Its own timeouts are longer than a request's deadline: the services have to keep that. */
const defaults = `global
  maxconn 2000
  nbthread 1

defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 30s
  timeout http-keep-alive 120s
  timeout check 2s
  timeout queue 2s
  retries 3
  retry-on conn-failure
  option redispatch 1
  option forwardfor
  option httpchk GET /readyz
`;

function section({ name, port, replicas }: Balanced): string {
  const servers = replicas.map(
    (replica, index) =>
      `  server ${name}-${index + 1} 127.0.0.1:${replica.port} check port ${replica.internalPort} inter 250ms fall 2 rise 1`,
  );
  return `listen ${name}\n  bind 127.0.0.1:${port}\n${servers.join('\n')}\n`;
}
