import { setTimeout as wait } from 'node:timers/promises';
import type { AppLogEntry } from '@app-platform/client/source';
import { exitCodes, failureOf } from '../failure.ts';
import type { CommandContext, GlobalOptions } from '../run-command.ts';
import { checkIsStream, fetchStream, readEvents } from './event-stream.ts';
import { RecentKeys } from './recent-keys.ts';
import { Registry, reportUnreachable } from './registry.ts';

/** A stream ends after an hour. */
const STREAM_SECONDS = 3_700;

/** As the platform's `retry` says; after failures it waits longer each time. */
const PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 60;

export type LogOptions = {
  app: string;
  visibility?: 'private' | 'public' | undefined;
  /** Whether to go on with what happens, and to connect again, until the generator is left. */
  follow: boolean;
  /** Reports why the stream broke off, before it connects again. */
  onBreak: (reason: string) => void;
  /** Ends it. */
  signal?: AbortSignal;
};

/** The registry for `readLog`: an answer may take an hour, and has to begin soon. */
export function openLogs(
  context: CommandContext,
  options: GlobalOptions,
  app?: string,
): Promise<Registry> {
  return Registry.open(context, options, app, {
    timeoutSeconds: STREAM_SECONDS,
    fetch: fetchStream,
  });
}

/** What happened to an app of the organization. @throws what `Registry.call` throws */
export async function* readLog(
  registry: Registry,
  options: LogOptions,
  pause = (seconds: number): Promise<unknown> =>
    wait(seconds * 1000, undefined, { signal: options.signal }),
): AsyncGenerator<AppLogEntry, void, undefined> {
  const log = new AppLog(registry, options);
  if (!options.follow) return yield* log.read();
  for (let failures = 0; ; ) {
    try {
      for await (const entry of log.read()) {
        failures = 0;
        yield entry;
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!log.hasBegun || !isTemporary(error)) throw error;
      if (failures === 0) options.onBreak(failureOf(error).message);
      failures += 1;
    }
    await pause(Math.min(PAUSE_SECONDS * 2 ** failures, LONGEST_PAUSE_SECONDS));
  }
}

/** The log of an app, of which each entry is read once. */
class AppLog {
  readonly #registry: Registry;
  readonly #options: LogOptions;
  /** An entry is sent at least once. What was sent again is among the last ones. */
  readonly #known = new RecentKeys();
  #position: string | undefined;
  hasBegun = false;

  constructor(registry: Registry, options: LogOptions) {
    this.#registry = registry;
    this.#options = options;
  }

  /** Reads on where it ended before, until the stream ends. */
  async *read(): AsyncGenerator<AppLogEntry, void, undefined> {
    const abort = new AbortController();
    const { signal } = this.#options;
    const body = await this.#open(signal ? AbortSignal.any([signal, abort.signal]) : abort.signal);
    this.hasBegun = true;
    const events = reachable(this.#registry.baseUrl, readEvents(body, abort));
    for await (const { id, data } of events) {
      this.#position = id ?? this.#position;
      if (this.#known.add(data)) yield JSON.parse(data) as AppLogEntry;
    }
  }

  #open(signal: AbortSignal) {
    const { app: name, visibility, follow } = this.#options;
    const position = this.#position;
    return this.#registry.call(async (client) => {
      const result = await client.GET('/v1/apps/available/{name}/events', {
        params: {
          path: { name },
          query: { follow: `${follow}`, ...(visibility && { visibility }) },
          header: position === undefined ? {} : { 'last-event-id': position },
        },
        parseAs: 'stream',
        signal,
      });
      if (result.response.ok) checkIsStream(result.response);
      return result;
    });
  }
}

/** Describes a connection that breaks off as one that could not be made. */
async function* reachable<Item>(address: string, items: AsyncGenerator<Item, void, undefined>) {
  for (;;) {
    const { value, done } = await reportUnreachable(address, 'BASE_URL', () => items.next());
    if (done) return;
    yield value;
  }
}

/** Whether the platform may answer later: it is overloaded, or cannot be reached. */
function isTemporary(error: unknown): boolean {
  return failureOf(error).exitCode === exitCodes.unreachable;
}
