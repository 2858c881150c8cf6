import { freePorts } from '../processes/free-ports.ts';
import { until } from '../until.ts';
import { PATIENCE_MILLISECONDS, RedisNode } from './redis-node.ts';

const NAME = 'platform';
const PASSWORD = 'of-the-server-and-not-of-the-sentinels';
const SERVER = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`, 'save ""'];

/** A Redis server, its replica, and three sentinels that watch them. */
export class RedisSentinels {
  readonly name = NAME;
  readonly password = PASSWORD;
  readonly sentinels: RedisNode[] = [];
  readonly #folder: string;
  #nodes: RedisNode[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(folder: string): Promise<RedisSentinels> {
    const started = new RedisSentinels(folder);
    const [masterPort = 0, replicaPort = 0, ...sentinelPorts] = await freePorts(5);
    started.#nodes = [
      await RedisNode.start(folder, masterPort, SERVER),
      await started.#startReplica(replicaPort, masterPort),
    ];
    for (const port of sentinelPorts) await started.#startSentinel(port, masterPort);
    await started.untilReplicated();
    return started;
  }

  get urls(): string[] {
    return this.sentinels.map(({ url }) => url);
  }

  /** The server that the sentinels name. */
  async master(): Promise<RedisNode | undefined> {
    const [, port] = await this.#watcher.ask<string[]>(
      ...['SENTINEL', 'get-master-addr-by-name', NAME],
    );
    return this.#nodes.find((node) => node.port === Number(port));
  }

  /** A server that was killed comes back as a replica. */
  async restartAsReplica(killed: RedisNode): Promise<void> {
    const master = await this.master();
    const replica = await this.#startReplica(killed.port, master?.port ?? Number.NaN);
    this.#nodes = this.#nodes.map((node) => (node === killed ? replica : node));
  }

  async untilReplicated(): Promise<void> {
    for (const sentinel of this.sentinels) {
      await until('the sentinels know everybody', PATIENCE_MILLISECONDS, async () => {
        const info = await sentinel.ask<string>('INFO', 'sentinel');
        return info.includes('status=ok') && info.includes('slaves=1,sentinels=3');
      });
    }
  }

  get #watcher(): RedisNode {
    const [watcher] = this.sentinels;
    if (!watcher) throw new Error('No sentinel was started');
    return watcher;
  }

  #startReplica(port: number, masterPort: number): Promise<RedisNode> {
    return RedisNode.start(this.#folder, port, [...SERVER, `replicaof 127.0.0.1 ${masterPort}`]);
  }

  async #startSentinel(port: number, masterPort: number): Promise<void> {
    const watches = [
      `sentinel monitor ${NAME} 127.0.0.1 ${masterPort} 2`,
      `sentinel auth-pass ${NAME} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${NAME} 1000`,
      `sentinel failover-timeout ${NAME} 5000`,
    ];
    this.sentinels.push(await RedisNode.start(this.#folder, port, watches, '--sentinel'));
  }
}
