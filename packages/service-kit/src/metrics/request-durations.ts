import { type DurationSeries, Durations } from './durations.ts';

const usualMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const UNMATCHED = 'unmatched';
const CUT_OFF = 'cut_off';

/** By the first digit of a status. */
type SeriesByStatus = (DurationSeries | undefined)[];

/** Which of a service's two ports. */
export type Port = 'public' | 'internal';

/** Rate, errors and duration of every route: one histogram, whose labels no caller can add to. */
export class RequestDurations {
  readonly durations = new Durations({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by port, method, route and the class of the status.',
    labelNames: ['port', 'method', 'route', 'status'],
  });

  /** @param templateOf the route of a path that no Express route serves */
  of(port: Port, templateOf: (path: string) => string | undefined = () => undefined) {
    const byRoute = new Map<string, Map<string, SeriesByStatus>>();
    const seriesOf = (route: string, method: string): SeriesByStatus => {
      const known = byRoute.get(route)?.get(method);
      if (known) return known;
      const series: SeriesByStatus = [];
      byRoute.set(route, (byRoute.get(route) ?? new Map()).set(method, series));
      return series;
    };
    return {
      /** @param expressPath of the Express route, where one was found */
      routeOf: (expressPath: unknown, path: string): string =>
        typeof expressPath === 'string' ? expressPath : (templateOf(path) ?? UNMATCHED),
      /** @param status 0 for an answer that was cut off */
      observe: (method: string, route: string, status: number, seconds: number): void => {
        const bounded = usualMethods.has(method) ? method : 'other';
        const byStatus = seriesOf(route, bounded);
        const digit = Math.floor(status / 100);
        byStatus[digit] ??= this.durations.series(
          port,
          bounded,
          route.replaceAll(/:(\w+)/g, '{$1}'),
          digit === 0 ? CUT_OFF : `${digit}xx`,
        );
        byStatus[digit]?.observe(seconds);
      },
    };
  }
}
