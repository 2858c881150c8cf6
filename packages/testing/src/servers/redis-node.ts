import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from 'redis';
import { Child } from '../processes/child.ts';
import { until } from '../until.ts';

export const PATIENCE_MILLISECONDS = 30_000;

const host = '127.0.0.1';

/** A process of redis-server that a test started. It keeps nothing on disk. */
export class RedisNode {
  readonly port: number;
  readonly #child: Child;
  readonly #password: string | undefined;

  private constructor(port: number, child: Child, password?: string) {
    this.#password = password;
    this.port = port;
    this.#child = child;
  }

  /** @param lines of its configuration file, which a sentinel and a cluster's node write to */
  static async start(
    folder: string,
    port: number,
    lines: string[],
    mode: '--sentinel' | '' = '',
  ): Promise<RedisNode> {
    const own = join(folder, `redis-${port}`);
    await mkdir(own, { recursive: true });
    await chmod(own, 0o700);
    const file = join(own, 'redis.conf');
    const common = [`port ${port}`, `bind ${host}`, `dir ${own}`, ...lines];
    await writeFile(file, `${common.join('\n')}\n`);
    const child = await Child.start({
      name: `redis-${port}`,
      command: ['redis-server', file, ...(mode ? [mode] : [])],
      logFile: join(own, 'redis.log'),
    });
    const password = lines.join('\n').match(/^requirepass (.*)$/m)?.[1];
    const node = new RedisNode(port, child, password);
    await until(`Redis answers at ${port}`, PATIENCE_MILLISECONDS, () =>
      node.ask('PING').then(
        () => true,
        () => false,
      ),
    );
    return node;
  }

  get url(): string {
    return `redis://${host}:${this.port}`;
  }

  /** Asks it something, on a connection of its own. */
  async ask<T>(...command: string[]): Promise<T> {
    const client = createClient({
      url: this.url,
      ...(this.#password && { password: this.#password }),
      socket: { reconnectStrategy: false },
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand<T>(command);
    } finally {
      client.destroy();
    }
  }

  /** What `kill -9` does, or a machine that loses power. */
  async kill(): Promise<void> {
    if (!this.#child.hasEnded) await this.#child.end('SIGKILL');
  }
}

/** No other run's. */
export function somePrefix(): string {
  return `app-platform-test:${randomBytes(6).toString('hex')}:`;
}
