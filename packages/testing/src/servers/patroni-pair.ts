import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyMigrations, connectDatabase } from '@app-platform/runtime/database';
import pg from 'pg';
import { Child } from '../processes/child.ts';
import { freePorts } from '../processes/free-ports.ts';
import { until } from '../until.ts';
import { startTcpBalancer } from './load-balancer.ts';
import { type NodeState, PatroniNode } from './patroni-node.ts';
import { serverUser } from './postgresql.ts';
import { listens } from './redis.ts';

const START_MILLISECONDS = 120_000;
/** Twice what the leader's place is kept, and a standby's recovery. */
const FAILOVER_MILLISECONDS = 90_000;

/** Two PostgreSQL servers with synchronous replication, under Patroni and etcd, at one address. */
export class PatroniPair {
  readonly #nodes: readonly [PatroniNode, PatroniNode];
  readonly #port: number;

  private constructor(nodes: readonly [PatroniNode, PatroniNode], port: number) {
    this.#nodes = nodes;
    this.#port = port;
  }

  static async start(parentFolder: string): Promise<PatroniPair> {
    const folder = join(parentFolder, 'patroni');
    await mkdir(folder, { mode: 0o755 });
    const { uid, gid } = serverUser() ?? {};
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    const [port = 0, etcd = 0, peer = 0, ...others] = await freePorts(13);
    await startEtcd(folder, etcd, peer);
    const node = (name: string, [one = 0, two = 0, three = 0, four = 0, five = 0]: number[]) =>
      PatroniNode.create({
        ...{ name, folder: join(folder, name) },
        own: { postgresql: one, rest: two },
        reached: { postgresql: three, rest: four },
        etcd: { own: etcd, reached: five },
      });
    const first = await node('node-1', others.slice(0, 5));
    const second = await node('node-2', others.slice(5));
    const pair = new PatroniPair([first, second], port);
    await startTcpBalancer(folder, port, [first.reached, second.reached]);
    await first.start();
    await until('the first server is the primary', START_MILLISECONDS, async () =>
      Boolean(await pair.primary()),
    );
    await second.start();
    await pair.untilSynchronous(START_MILLISECONDS);
    return pair;
  }

  urlOf(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  /** @param migrations the folder of the service's schema and migrations */
  async createDatabase(name: string, migrations: string): Promise<void> {
    const client = new pg.Client(this.urlOf('postgres'));
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
    const connection = await connectDatabase(this.urlOf(name));
    await applyMigrations(connection.adapter, migrations).finally(() => connection.close());
  }

  /** The server that is the primary and says so itself; none while there are none or two. */
  async primary(): Promise<PatroniNode | undefined> {
    const states = await Promise.all(this.#nodes.map((node) => node.state()));
    const primaries = this.#nodes.filter(
      (_, index) => isPrimary(states[index]) && states[index]?.state === 'running',
    );
    return primaries.length === 1 ? primaries[0] : undefined;
  }

  /** @throws Error where there is no primary */
  async roles(): Promise<{ primary: PatroniNode; standby: PatroniNode }> {
    const primary = await this.primary();
    const standby = this.#nodes.find((node) => node !== primary);
    if (!primary || !standby) throw new Error('There is no primary');
    return { primary, standby };
  }

  async untilPrimary(node: PatroniNode): Promise<void> {
    await until(`${node.name} is the primary`, FAILOVER_MILLISECONDS, async () =>
      isPrimary(await node.state()),
    );
  }

  /** From then on each commit is on both servers before it is acknowledged. */
  async untilSynchronous(withinMilliseconds = FAILOVER_MILLISECONDS): Promise<void> {
    await until('the standby is synchronous', withinMilliseconds, async () => {
      const states = await Promise.all(this.#nodes.map((node) => node.state()));
      return (await this.primary()) !== undefined && states.some((state) => state?.sync_standby);
    });
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.close();
  }
}

/** Patroni 3 says `master`, and later versions `primary`. */
function isPrimary(state: NodeState | undefined): boolean {
  return state?.role === 'master' || state?.role === 'primary';
}

async function startEtcd(folder: string, port: number, peer: number): Promise<void> {
  const at = (one: number) => `http://127.0.0.1:${one}`;
  await Child.start({
    name: 'etcd',
    command: [
      ...['/usr/bin/etcd', '--enable-v2', '--data-dir', join(folder, 'etcd')],
      ...['--listen-client-urls', at(port), '--advertise-client-urls', at(port)],
      ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
      ...['--initial-cluster', `default=${at(peer)}`],
    ],
    logFile: join(folder, 'etcd.log'),
    user: serverUser(),
  });
  await until('etcd answers', START_MILLISECONDS, () => listens(port));
}
