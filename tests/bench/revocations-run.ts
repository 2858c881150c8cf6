import { residentMemory } from './resident-memory.ts';
import { freeServicePorts, type Servers, startService } from './servers.ts';

const REVOCATIONS = 2_000_000;

const ADD_REVOCATIONS = `
  INSERT INTO revocation (kind, value, at, expires_at)
  SELECT 'grant', encode(sha256(n::text::bytea), 'base64'), now() - age, now() - age + interval '1 day'
  FROM generate_series(1, ${REVOCATIONS}) n,
    LATERAL (SELECT (${REVOCATIONS} - n) * interval '1 day' / ${REVOCATIONS + 100_000} AS age) aged`;

/**
 * Starts a registry that reads the revocations of a busy day.
 * @param launcher of a control group that has the memory limit of the manifest
 * @param other the process of another registry, which would read them at the same time
 * @returns a line
 */
export async function measureRevocations(
  servers: Servers,
  environment: Record<string, string>,
  { launcher, other }: { launcher: string[]; other: number },
): Promise<string> {
  process.kill(other, 'SIGTERM');
  servers.report(`Adding ${REVOCATIONS.toLocaleString('en')} revocations…`);
  await servers.ours.query('oauth', ADD_REVOCATIONS);
  await servers.ours.query('oauth', 'ANALYZE revocation');
  const launcherOf = () => launcher;
  const start = performance.now();
  const ports = await freeServicePorts();
  const processId = await startService({ ...servers, launcherOf }, 'registry', ports, environment);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const memory = await residentMemory(processId);
  return `registry with ${REVOCATIONS.toLocaleString('en')} revocations: ready after ${seconds} s; ${memory}`;
}
