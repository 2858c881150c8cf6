import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to three times what is live before all of it is collected. By itself V8 may come
 * to leave it no more than 8 MiB, counts the buffers of requests towards them, and collects everything
 * several times a second, though all of it was short-lived: docs/decisions/0031.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=200');
}
