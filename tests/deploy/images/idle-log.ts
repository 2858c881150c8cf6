import { scrape, total } from '../../observability/prometheus-text.ts';
import type { ProductionPlatform } from './production-platform.ts';

const DAY_SECONDS = 86_400;
const PODS_PER_SERVICE = 3;

/** How often a pod answers each on Kubernetes: its probes, and the ServiceMonitor's scrapes. */
const ownSeconds = { '/livez': 10, '/readyz': 3, '/metrics': 15 };
/** How often each registry replica asks the OAuth service. */
const pollSeconds = { '/internal/revocations': 1, '/oauth/jwks': 10 };

type Service = 'registry' | 'oauth';
type Line = { msg: string; path?: string };

/** @param logs all lines of one idle replica of each service. @returns the bytes that six pods write in a day */
export async function idleBytesOfADay(
  { addresses }: ProductionPlatform,
  logs: Record<Service, () => string>,
): Promise<number> {
  const perDay = (seconds: number) => (PODS_PER_SERVICE * DAY_SECONDS) / seconds;
  let bytes = 0;
  for (const service of ['registry', 'oauth'] as const) {
    const url = addresses[`${service}InternalUrl`];
    const routine = { ...ownSeconds, ...(service === 'oauth' && pollSeconds) };
    // The registry polls by itself, with the service token.
    const asked = Object.keys(routine).filter((path) => path !== '/internal/revocations');
    for (const [path, seconds] of Object.entries(routine)) {
      const ask = async () => {
        if (asked.includes(path)) await (await fetch(url + path)).arrayBuffer();
      };
      bytes += perDay(seconds) * (await bytesPerRequest(url, path, ask, logs[service]));
    }
  }
  return bytes;
}

/**
 * Begins after the first request that succeeds: those before may be cut off while the services start.
 * @param ask sends a request, unless the registry does so by itself
 */
async function bytesPerRequest(
  url: string,
  path: string,
  ask: () => Promise<void>,
  log: () => string,
): Promise<number> {
  const labels = { port: 'internal', route: path };
  const count = async (labelled: Record<string, string>) =>
    total(await scrape(url), 'http_request_duration_seconds_count', labelled);
  while ((await count({ ...labels, status: '2xx' })) === 0) await ask();
  const before = await count(labels);
  const linesBefore = linesOf(log()).length;
  await ask();
  let requests = 0;
  while (requests === 0) requests = (await count(labels)) - before;
  const lines = linesOf(log()).slice(linesBefore);
  const written = lines.filter((line) => (JSON.parse(line) as Line).path === path);
  return Buffer.byteLength(written.join('\n')) / requests;
}

/** Those that are complete. */
function linesOf(log: string): string[] {
  return log.split('\n').slice(0, -1);
}
