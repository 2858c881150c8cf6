import { readFileSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { Child } from '../processes/child.ts';
import { postgresqlPrograms, serverUser } from './postgresql.ts';
import { Relay } from './relay.ts';

/** How long a primary that vanished keeps its place, at most. */
const LEADER_SECONDS = 20;
const PROBE_MILLISECONDS = 2_000;

export type NodePorts = { postgresql: number; rest: number };
type NodeOptions = {
  name: string;
  folder: string;
  /** Where it listens itself. */
  own: NodePorts;
  /** Where everybody else reaches it: the network that can be cut. */
  reached: NodePorts;
  /** Where it reaches etcd, and where etcd is. */
  etcd: { reached: number; own: number };
};

/** What Patroni says of a node at `GET /patroni`. */
export type NodeState = { role?: string; state?: string; sync_standby?: boolean };

/** One PostgreSQL server under Patroni, and the network around it. */
export class PatroniNode {
  readonly name: string;
  readonly #options: NodeOptions;
  readonly #network: Relay[];
  #patroni: Child | undefined;

  private constructor(options: NodeOptions, network: Relay[]) {
    this.name = options.name;
    this.#options = options;
    this.#network = network;
  }

  static async create(options: NodeOptions): Promise<PatroniNode> {
    const { own, reached, etcd, folder } = options;
    const network = [
      await Relay.start(reached.postgresql, own.postgresql),
      await Relay.start(reached.rest, own.rest),
      await Relay.start(etcd.reached, etcd.own),
    ];
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, 'patroni.yml'), stringify(configurationOf(options)));
    const { uid, gid } = serverUser() ?? {};
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    return new PatroniNode(options, network);
  }

  /** Where the load balancer finds the server, and asks whether it is the primary. */
  get reached(): NodePorts {
    return this.#options.reached;
  }

  async start(): Promise<void> {
    const { folder, name } = this.#options;
    this.#patroni = await Child.start({
      name,
      command: ['/usr/bin/patroni', join(folder, 'patroni.yml')],
      logFile: `${folder}.log`,
      user: serverUser(),
    });
  }

  /** What happens to both when their machine loses power. */
  async kill(): Promise<void> {
    await this.#patroni?.end('SIGKILL');
    const [first] = (await readFile(join(this.#dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
    const postmaster = Number(first);
    for (const id of [postmaster, ...childrenOf(postmaster)]) kill(id);
  }

  /** From now on nothing that it sends arrives, nor anything that is sent to it. */
  async cutOff(): Promise<void> {
    for (const relay of this.#network) await relay.set({ kind: 'blackHole' });
  }

  /** Connections from before are gone, as they are after an outage of minutes. */
  async reconnect(): Promise<void> {
    for (const relay of this.#network) await relay.set({ kind: 'refuse' });
    for (const relay of this.#network) await relay.set({ kind: 'pass' });
  }

  /** Asked from its own machine, whatever the network does. @returns nothing while it does not answer */
  async state(): Promise<NodeState | undefined> {
    try {
      const answer = await this.#ask('/patroni');
      return (await answer.json()) as NodeState;
    } catch {
      return undefined;
    }
  }

  /** Hands its place over. @throws Error where it refuses */
  async switchOver(candidate: PatroniNode): Promise<void> {
    const body = JSON.stringify({ leader: this.name, candidate: candidate.name });
    const answer = await this.#ask('/switchover', { method: 'POST', body }, 60_000);
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
  }

  async close(): Promise<void> {
    await this.#patroni?.end('SIGTERM');
    for (const relay of this.#network) await relay.close();
  }

  get #dataFolder(): string {
    return join(this.#options.folder, 'data');
  }

  #ask(path: string, init: RequestInit = {}, timeout = PROBE_MILLISECONDS): Promise<Response> {
    const url = `http://127.0.0.1:${this.#options.own.rest}${path}`;
    return fetch(url, { ...init, signal: AbortSignal.timeout(timeout) });
  }
}

function configurationOf({ name, folder, own, reached, etcd }: NodeOptions) {
  const trusted = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'];
  const at = (port: number) => `127.0.0.1:${port}`;
  return {
    scope: 'app-platform',
    name,
    restapi: { listen: at(own.rest), connect_address: at(reached.rest) },
    // Without it Patroni would ask etcd for its address, and pass the network that can be cut.
    etcd3: { hosts: at(etcd.reached), use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: LEADER_SECONDS,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: trusted,
    },
    postgresql: {
      listen: at(own.postgresql),
      connect_address: at(reached.postgresql),
      data_dir: join(folder, 'data'),
      bin_dir: postgresqlPrograms(),
      pgpass: join(folder, 'pgpass'),
      pg_hba: trusted,
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

function childrenOf(id: number): number[] {
  try {
    const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // Ended already.
  }
}
