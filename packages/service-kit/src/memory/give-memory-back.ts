/**
 * Gives back what starting left behind, a third of the memory that a service holds: V8 would keep
 * it until there is load, and a replica may be idle for days. Takes some 60 ms, once.
 */
export async function giveMemoryBack(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  // `--expose-gc` would have to be on every command line that starts a service. With
  // `v8.setFlagsFromString` it takes a context of its own, and V8 is slower by a third in a
  // process that has had two: docs/decisions/0029.
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
