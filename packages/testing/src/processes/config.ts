/**
 * The number of this process among those that run tests side by side; 0 outside of Jest.
 * TEST_WORKERS_BESIDE counts those of another suite.
 */
export function testWorker(
  { JEST_WORKER_ID = '0', TEST_WORKERS_BESIDE = '0' }: NodeJS.ProcessEnv = process.env,
): number {
  return Number(JEST_WORKER_ID) + Number(TEST_WORKERS_BESIDE);
}

/** What a server or a replica gets besides its own variables: no variable of the shell changes a run. */
export function serverEnvironment(environment = process.env): Record<string, string> {
  return { PATH: environment.PATH ?? '', LANG: 'C.UTF-8' };
}

/** What a program gets besides its own variables: the rest could change what it does. */
export function programEnvironment(environment = process.env): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = environment;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
