import { connect } from 'node:net';
import { join } from 'node:path';
import { Child } from '../processes/child.ts';
import { until } from '../until.ts';

const START_MILLISECONDS = 60_000;

/** A Redis server of this run's own. It keeps nothing on disk: whenever it starts, it is empty. */
export class RedisServer {
  readonly #folder: string;
  readonly #port: number;
  #child: Child | undefined;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  get processId(): number {
    return this.#child?.id ?? Number.NaN;
  }

  async start(): Promise<void> {
    const settings = { port: this.#port, bind: '127.0.0.1', save: '', appendonly: 'no' };
    this.#child = await Child.start({
      name: 'redis',
      command: [
        'redis-server',
        ...Object.entries({ ...settings, dir: this.#folder }).flatMap(([name, value]) => [
          `--${name}`,
          String(value),
        ]),
      ],
      logFile: join(this.#folder, 'redis.log'),
    });
    await until('Redis answers', START_MILLISECONDS, () => listens(this.#port));
  }

  async stop(): Promise<void> {
    await this.#child?.end('SIGKILL');
  }
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
