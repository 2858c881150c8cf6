import { once } from 'node:events';
import { createServer } from 'node:net';
import { testWorker } from './config.ts';

/** Below what the system gives to connections, and to whoever asks for any port (ip(7)). */
const FIRST_PORT = 20_000;
const WORKERS = 24;
const PORTS_PER_WORKER = 500;

/**
 * Ports to listen on a moment later. Whoever looks then may find the same port free, so each worker has
 * its own, and takes one after the other.
 */
export class FreePorts {
  readonly #first: number;
  #taken = Math.floor(Math.random() * PORTS_PER_WORKER);

  /** @param worker the number of the process that asks */
  constructor(worker: number) {
    this.#first = FIRST_PORT + (worker % WORKERS) * PORTS_PER_WORKER;
  }

  /** @throws Error where somebody listens on every one */
  async take(): Promise<number> {
    for (let tried = 0; tried < PORTS_PER_WORKER; tried += 1) {
      const port = this.#first + (this.#taken++ % PORTS_PER_WORKER);
      if (await isFree(port)) return port;
    }
    throw new Error(`No port of ${PORTS_PER_WORKER} from ${this.#first} on is free.`);
  }
}

const ports = new FreePorts(testWorker());

/** A port that nobody is given who does not ask for it, and that no one else here is told. */
export function freePort(): Promise<number> {
  return ports.take();
}

export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, freePort));
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    // In Jest, an Error of Node.js is none of the test's own class.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
