import { type Answer, HttpConnection } from './http-connection.ts';

/** A server closes a connection that was idle for five seconds. */
const IDLE_MILLISECONDS = 1_000;

/** A connection that is opened anew, before a request and at no cost of it, when it was idle. */
export class FreshConnection {
  readonly #port: number;
  #connection: HttpConnection | undefined;
  #usedAt = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** @returns the answer, and the milliseconds until it came */
  async send(request: Buffer): Promise<{ answer: Answer; milliseconds: number }> {
    const connection = await this.#fresh();
    const startedAt = performance.now();
    const answer = await connection.send(request);
    this.#usedAt = performance.now();
    if (answer.closes) this.#drop();
    return { answer, milliseconds: this.#usedAt - startedAt };
  }

  async #fresh(): Promise<HttpConnection> {
    if (performance.now() - this.#usedAt > IDLE_MILLISECONDS) this.#drop();
    this.#connection ??= await HttpConnection.open(this.#port);
    return this.#connection;
  }

  #drop(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }
}
