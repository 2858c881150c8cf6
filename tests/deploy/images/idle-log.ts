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
    for (const path of asked) await (await fetch(url + path)).arrayBuffer();
    for (const [path, seconds] of Object.entries(routine)) {
      bytes += perDay(seconds) * (await bytesPerRequest(url, path, logs[service]));
    }
  }
  return bytes;
}

/** Waits for the first request of a poll. */
async function bytesPerRequest(url: string, path: string, log: () => string): Promise<number> {
  const labels = { port: 'internal', route: path };
  let count = 0;
  while (count === 0) {
    count = total(await scrape(url), 'http_request_duration_seconds_count', labels);
  }
  const lines = log()
    .split('\n')
    .filter((line) => line !== '' && (JSON.parse(line) as Line).path === path);
  return Buffer.byteLength(lines.join('\n')) / count;
}
