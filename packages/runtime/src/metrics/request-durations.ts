import { Histogram, type Registry } from 'prom-client';
import { DURATION_BUCKETS } from './duration-buckets.ts';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const UNMATCHED = 'unmatched';

/** Which of a service's two ports. */
export type Port = 'public' | 'internal';

/** Rate, errors and duration of every route. No label holds a value that a caller can choose. */
export class RequestDurations {
  readonly #histogram: Histogram<'port' | 'method' | 'route' | 'status'>;

  constructor(register: Registry) {
    this.#histogram = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests, by port, method, route and status class.',
      labelNames: ['port', 'method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
      registers: [register],
    });
  }

  /** @param templateOf the route of a path that no Express route serves */
  of(port: Port, templateOf: (path: string) => string | undefined = () => undefined) {
    return {
      /** @param expressPath path of the matched Express route, if any */
      routeOf: (expressPath: unknown, path: string): string =>
        typeof expressPath === 'string' ? expressPath : (templateOf(path) ?? UNMATCHED),
      /** @param status 0 for a response that was cut off */
      observe: (method: string, route: string, status: number, seconds: number): void => {
        this.#histogram.observe(
          {
            port,
            method: knownMethods.has(method) ? method : 'other',
            route: route.replaceAll(/:(\w+)/g, '{$1}'),
            status: status === 0 ? 'cut_off' : `${Math.floor(status / 100)}xx`,
          },
          seconds,
        );
      },
    };
  }
}
