import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What a network does to what crosses it. */
export type RelayMode =
  | { kind: 'pass' }
  /** Connections break, and none is accepted. */
  | { kind: 'refuse' }
  /** Everything arrives so much later, each way. */
  | { kind: 'delay'; milliseconds: number }
  /** Connections stay, and nothing arrives. */
  | { kind: 'blackHole' };

/** The network between two services: carries TCP connections, as badly as it is told to. */
export class Relay {
  readonly #port: number;
  #targetPort: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #mode: RelayMode = { kind: 'pass' };
  /** Tells what is held up in a black hole that it is over. */
  #healed = Promise.withResolvers<void>();

  private constructor(port: number, targetPort: number) {
    this.#port = port;
    this.#targetPort = targetPort;
  }

  static async start(port: number, targetPort: number): Promise<Relay> {
    const relay = new Relay(port, targetPort);
    await relay.#listen();
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async set(mode: RelayMode): Promise<void> {
    this.#mode = mode;
    this.#healed.resolve();
    this.#healed = Promise.withResolvers();
    if (mode.kind === 'refuse') await this.#refuse();
    else if (!this.#server) await this.#listen();
  }

  /** Leads to another port from now on. Open connections break. */
  leadTo(port: number): void {
    this.#targetPort = port;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    await this.#refuse();
    this.#healed.resolve();
  }

  async #refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(server, 'close');
  }

  async #listen(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.#targetPort, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.setNoDelay(true);
        from.on('close', () => this.#sockets.delete(from));
        // Told by the end of what it carries.
        from.on('error', () => undefined);
        void this.#carry(from, to);
      }
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
  }

  async #carry(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from) {
        await this.#passage();
        if (!to.write(chunk)) await once(to, 'drain');
      }
      await this.#passage();
      to.end();
    } catch {
      to.destroy();
    }
  }

  async #passage(): Promise<void> {
    const mode = this.#mode;
    if (mode.kind === 'delay') await wait(mode.milliseconds);
    if (mode.kind === 'blackHole') await this.#healed.promise;
  }
}
