import { type Change, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type Clock, readGauge, type ServiceMetrics } from '@app-platform/runtime';
import { Follower, type FollowerOptions } from './follower.ts';
import { LogSources } from './log-sources.ts';
import type { AppLogDependencies } from './read-kept.ts';

/** What one process serves, and how often it reads. */
export type StreamSettings = {
  most: number;
  mostOfOrganization: number;
  pollMilliseconds: number;
  /** Less than proxies and both sides wait for a quiet connection. */
  heartbeatMilliseconds: number;
  /** After it a client connects again, maybe to another replica. */
  lifeMilliseconds: number;
};

const usual: StreamSettings = {
  most: 2_000,
  mostOfOrganization: 20,
  pollMilliseconds: 1_000,
  heartbeatMilliseconds: 10_000,
  lifeMilliseconds: 3_600_000,
};

export type LogStreamOptions = AppLogDependencies & {
  clock: Clock;
  metrics: ServiceMetrics;
  settings?: Partial<StreamSettings> | undefined;
  /** Whether the process is stopping: streams end, so that their clients connect to another one. */
  isStopping?: (() => boolean) | undefined;
};

type Open = { follower: Follower; begunAt: number; heartbeatAt: number };

/** The open streams of apps' logs. One poll of the process serves all of them; without streams it reads nothing. */
export class LogStreams {
  readonly #options: LogStreamOptions;
  readonly #settings: StreamSettings;
  readonly #sources: LogSources;
  readonly #open = new Map<Follower, Open>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: LogStreamOptions) {
    this.#options = options;
    this.#settings = { ...usual, ...options.settings };
    this.#sources = new LogSources(options);
    readGauge(options.metrics, {
      name: 'registry_log_streams',
      help: 'Open streams of the logs of apps.',
      read: () => this.#open.size,
    });
  }

  /**
   * Follows an app from now on. What happens until the stream begins is kept for it.
   * @throws AppError `too_many_streams`; `temporarily_unavailable` while the process stops
   */
  async follow(options: Omit<FollowerOptions, 'onEnd'>): Promise<Follower> {
    if (this.#isStopped || this.#options.isStopping?.()) throw stopping();
    const { organizationId } = options.principal;
    const followers = [...this.#open.keys()];
    const own = followers.filter((one) => one.organizationId === organizationId);
    const { most, mostOfOrganization } = this.#settings;
    if (own.length >= mostOfOrganization) throw tooManyStreams(mostOfOrganization);
    if (followers.length >= most) throw tooManyStreams(most);
    const follower = new Follower({ ...options, onEnd: () => this.#open.delete(follower) });
    const now = performance.now();
    this.#open.set(follower, { follower, begunAt: now, heartbeatAt: now });
    try {
      await this.#sources.begin();
    } catch (error) {
      follower.end();
      throw error;
    }
    return follower;
  }

  /** @param changes that were committed; null where any may have been */
  note(changes: readonly Change[] | null): void {
    this.#sources.note(changes);
  }

  start(): void {
    if (this.#timer) return;
    this.#pollLater();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
    this.#endAll();
  }

  #pollLater(): void {
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll().then(() => {
        if (!this.#isStopped) this.#pollLater();
      });
    }, this.#settings.pollMilliseconds).unref();
  }

  async #poll(): Promise<void> {
    if (this.#open.size === 0) return this.#sources.pause();
    if (this.#options.isStopping?.()) return this.#endAll();
    await this.#checkCallers();
    const apps = new Map([...this.#open.keys()].map(({ app }) => [app.appId, app]));
    const read = await this.#sources.read([...apps.values()]);
    const byApp = Map.groupBy(this.#open.keys(), ({ app }) => app.appId);
    for (const { app, entries, isGone } of read) {
      for (const follower of byApp.get(app.appId) ?? []) {
        if (isGone) follower.end();
        else follower.add(entries);
      }
    }
    this.#keepAlive();
  }

  /** One after the other: a credential that is cached costs no statement. */
  async #checkCallers(): Promise<void> {
    let failure: unknown;
    for (const follower of [...this.#open.keys()]) {
      await follower.check().catch((error: unknown) => {
        failure ??= error;
      });
    }
    if (failure) this.#options.logger.warn({ err: failure }, 'callers of streams not checked');
  }

  #keepAlive(): void {
    const { heartbeatMilliseconds, lifeMilliseconds } = this.#settings;
    const now = performance.now();
    for (const open of this.#open.values()) {
      if (now - open.begunAt >= lifeMilliseconds) open.follower.end();
      if (now - open.heartbeatAt < heartbeatMilliseconds) continue;
      open.heartbeatAt = now;
      open.follower.heartbeat();
    }
  }

  #endAll(): void {
    for (const follower of [...this.#open.keys()]) follower.end();
  }
}

function tooManyStreams(most: number): AppError {
  const detail = `${most} streams are open, which is the most. End one that is not read, or read what is kept with follow=false.`;
  return new AppError(problem('too_many_streams', detail), { headers: { 'Retry-After': '10' } });
}

function stopping(): AppError {
  const detail = 'This replica is stopping. Connect again.';
  return new AppError(problem('temporarily_unavailable', detail), {
    headers: { 'Retry-After': '1' },
  });
}
