import { Session } from 'node:inspector/promises';

/** After the first polls of other services and the first probes, on busy processors too. */
const SETTLED_MILLISECONDS = 20_000;

/**
 * Collects the garbage that the start left behind, once. V8 would keep it until the load of hours has
 * filled the heap: 45 MiB in each service.
 */
export function releaseStartUpMemory(): void {
  // A service that cannot do this only keeps more memory.
  setTimeout(() => void collectGarbage().catch(() => undefined), SETTLED_MILLISECONDS).unref();
}

async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
