import type { ServiceName } from '../servers/replica.ts';

/** No request may take longer, whatever happens behind it. */
export const DEADLINE_MILLISECONDS = 15_000;

/** One request, as its caller saw it; status 0 where no answer came. */
export type Observation = {
  service: ServiceName;
  what: string;
  status: number;
  /** By the monotonic clock. */
  startedAt: number;
  endedAt: number;
};

/** What a stretch of time was like for those who called. */
export type Experience = {
  requests: number;
  /** Answers that were none: a broken connection, a 5xx, a 429. */
  failures: number;
  /** Of one service, as long as somebody asked it and nobody got an answer. */
  longestUnavailableMilliseconds: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** Requests that took longer than the deadline. */
  overdue: Observation[];
};

/** All requests of a stretch of time. */
export class Observations {
  #list: Observation[] = [];

  note(observation: Observation): void {
    this.#list.push(observation);
  }

  /** What was observed since the last time; it is forgotten here. */
  take(): Observation[] {
    const taken = this.#list;
    this.#list = [];
    return taken;
  }
}

export function isFailure({ status }: Pick<Observation, 'status'>): boolean {
  return status === 0 || status === 429 || status >= 500;
}

export function experienceOf(observations: Observation[]): Experience {
  const durations = observations
    .map(({ startedAt, endedAt }) => endedAt - startedAt)
    .sort((one, other) => one - other);
  return {
    requests: observations.length,
    failures: observations.filter(isFailure).length,
    longestUnavailableMilliseconds: Math.max(
      longestOutage(observations.filter(({ service }) => service === 'registry')),
      longestOutage(observations.filter(({ service }) => service === 'oauth')),
    ),
    p50Milliseconds: quantile(durations, 0.5),
    p99Milliseconds: quantile(durations, 0.99),
    overdue: observations.filter(
      ({ startedAt, endedAt }) => endedAt - startedAt > DEADLINE_MILLISECONDS + 250,
    ),
  };
}

/** From a failure, when it was sent, to the answer to something that was sent later. */
function longestOutage(observations: Observation[]): number {
  let longest = 0;
  let since: number | undefined;
  const ends = observations.map(({ endedAt }) => endedAt);
  for (const one of observations.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (isFailure(one)) since ??= one.startedAt;
    else if (since !== undefined && one.startedAt >= since) {
      longest = Math.max(longest, one.endedAt - since);
      since = undefined;
    }
  }
  return since === undefined ? longest : Math.max(longest, Math.max(...ends) - since);
}

/** @param sorted ascending */
export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
