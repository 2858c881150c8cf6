import { BUSY_STATUSES, isTimeout } from './transient-failures.ts';

/** What is wrong with the connection to the platform. */
export type ConnectionProblem = 'offline' | 'unreachable' | 'timeout' | 'busy' | 'slow';

const SLOW_MILLISECONDS = 1_200;
/** A failure that is not repeated is forgotten after this time. */
const FAILURE_MILLISECONDS = 45_000;
const FIRST_RETRY_MILLISECONDS = 2_000;
const LONGEST_RETRY_MILLISECONDS = 30_000;

type FailureProblem = Extract<ConnectionProblem, 'unreachable' | 'timeout' | 'busy'>;
type Failure = { origin: string; problem: FailureProblem; forget: number };

/**
 * Watches the requests of the console. Problems are kept apart: an answer that says busy does not end another
 * request's wait, and a slow one does not hide an answer.
 */
class Connection {
  /** By method and path. The next answer to the same request ends it. */
  readonly #failures = new Map<string, Failure>();
  readonly #slow = new Set<AbortController>();
  readonly #listeners = new Set<() => void>();
  readonly #retries = new Set<() => void>();
  #isOffline = !navigator.onLine;
  #problems: readonly ConnectionProblem[] = [];
  #retryTimer = 0;
  #retryDelay = FIRST_RETRY_MILLISECONDS;

  constructor() {
    window.addEventListener('offline', () => this.#setOffline(true));
    window.addEventListener('online', () => {
      this.#setOffline(false);
      this.retry();
    });
    this.#publish();
  }

  readonly problems = (): readonly ConnectionProblem[] => this.#problems;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @param act repeats what failed; called from time to time while a problem lasts */
  onRetry(act: () => void): void {
    this.#retries.add(act);
  }

  /** Repeats what failed, and sends reads again that are slow. */
  readonly retry = (): void => {
    for (const attempt of this.#slow) attempt.abort(new Error('sent again'));
    this.#repeatFailed();
  };

  /** In place of the global `fetch`. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    const key = `${request.method} ${pathname}`;
    // A write is not repeated. Its form says that it failed.
    const fail = (problem: FailureProblem) =>
      request.method === 'GET' && this.#fail(key, { origin, problem });
    try {
      const response = await this.#send(request);
      if (BUSY_STATUSES.includes(response.status)) fail('busy');
      else this.#answered(key, origin);
      return response;
    } catch (error) {
      if (isTimeout(error)) fail('timeout');
      else if (!request.signal.aborted) fail('unreachable');
      throw error;
    }
  };

  /** A read is sent again when `retry` ends the attempt. */
  async #send(request: Request): Promise<Response> {
    if (request.method !== 'GET') return this.watch(fetch(request));
    for (;;) {
      const attempt = new AbortController();
      const signal = AbortSignal.any([request.signal, attempt.signal]);
      try {
        return await this.watch(fetch(request, { signal }), attempt);
      } catch (error) {
        if (!attempt.signal.aborted || request.signal.aborted) throw error;
      }
    }
  }

  /** Loads a script of the console. */
  async load<Script>(name: string, load: () => Promise<Script>): Promise<Script> {
    const key = `script ${name}`;
    const { origin } = location;
    try {
      const script = await this.watch(load());
      this.#answered(key, origin);
      return script;
    } catch (error) {
      this.#fail(key, { origin, problem: 'unreachable' });
      throw error;
    }
  }

  /** Says that it is slow where it takes long. @param attempt aborted to send it again */
  async watch<Outcome>(
    pending: Promise<Outcome>,
    attempt: AbortController = new AbortController(),
  ): Promise<Outcome> {
    const timer = setTimeout(() => {
      this.#slow.add(attempt);
      this.#publish();
    }, SLOW_MILLISECONDS);
    try {
      return await pending;
    } finally {
      clearTimeout(timer);
      this.#slow.delete(attempt);
      this.#publish();
    }
  }

  #setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    this.#publish();
  }

  #fail(key: string, failure: Omit<Failure, 'forget'>): void {
    window.clearTimeout(this.#failures.get(key)?.forget);
    const forget = window.setTimeout(() => {
      this.#failures.delete(key);
      this.#publish();
    }, FAILURE_MILLISECONDS);
    this.#failures.set(key, { ...failure, forget });
    this.#publish();
  }

  /** Any answer shows that its service can be reached; that it is not busy only for the same request. */
  #answered(key: string, origin: string): void {
    for (const [failed, failure] of this.#failures) {
      const isReached = failure.problem !== 'busy' && failure.origin === origin;
      if (failed !== key && !isReached) continue;
      window.clearTimeout(failure.forget);
      this.#failures.delete(failed);
    }
    this.#publish();
  }

  #publish(): void {
    const failures = new Set([...this.#failures.values()].map(({ problem }) => problem));
    const found: ConnectionProblem[] = [
      ...(this.#isOffline ? (['offline'] as const) : []),
      ...(failures.has('unreachable') && !this.#isOffline ? (['unreachable'] as const) : []),
      ...(failures.has('timeout') && !this.#isOffline ? (['timeout'] as const) : []),
      ...(failures.has('busy') ? (['busy'] as const) : []),
      ...(this.#slow.size > 0 ? (['slow'] as const) : []),
    ];
    this.#scheduleRetry(this.#isOffline || failures.size > 0);
    if (found.join() === this.#problems.join()) return;
    this.#problems = found;
    for (const listener of this.#listeners) listener();
  }

  #scheduleRetry(isNeeded: boolean): void {
    if (!isNeeded) {
      window.clearTimeout(this.#retryTimer);
      this.#retryTimer = 0;
      this.#retryDelay = FIRST_RETRY_MILLISECONDS;
    } else if (this.#retryTimer === 0) {
      this.#retryTimer = window.setTimeout(() => {
        this.#retryTimer = 0;
        this.#retryDelay = Math.min(this.#retryDelay * 2, LONGEST_RETRY_MILLISECONDS);
        this.#repeatFailed();
        this.#publish();
      }, this.#retryDelay);
    }
  }

  #repeatFailed(): void {
    for (const act of this.#retries) act();
  }
}

export const connection = new Connection();
