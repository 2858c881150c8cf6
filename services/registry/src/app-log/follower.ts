import { holdsRole, roles } from '@app-platform/contracts';
import { AppError, type EventStream, type ServerSentEvent } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import { inOrder, type LogEntry, type LogRecord, withoutActor } from './log-entry.ts';
import type { LoggedApp } from './logged-app-store.ts';
import { SentEntries } from './sent-entries.ts';

export type FollowerOptions = {
  app: LoggedApp;
  principal: Principal;
  /** @throws AppError 401 or 403 where the credential has ended */
  callerNow: () => Promise<Principal>;
  /** The kinds of entries; all without them. */
  types?: readonly LogRecord['type'][] | undefined;
  /** Of the last entry that the client has. */
  position?: string | undefined;
  onEnd: () => void;
};

/** One stream of an app's log. */
export class Follower {
  readonly app: LoggedApp;
  readonly organizationId: string;
  readonly #options: FollowerOptions;
  readonly #sent: SentEntries;
  #principal: Principal;
  #stream: EventStream | undefined;
  /** What happens until the stream begins. */
  #waiting: LogEntry[] = [];
  #isEnded = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.app = options.app;
    this.#principal = options.principal;
    this.organizationId = options.principal.organizationId;
    this.#sent = new SentEntries(options.position);
  }

  /** Sends what is kept; then what happens. Where it was ended meanwhile, the stream ends at once. */
  begin(stream: EventStream, kept: readonly LogEntry[]): void {
    if (this.#isEnded) {
      stream.end();
      return;
    }
    stream.onEnd(() => this.end());
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#stream = stream;
    this.add([...kept, ...waiting]);
  }

  add(entries: readonly LogEntry[]): void {
    if (!this.#stream) {
      this.#waiting.push(...entries);
      return;
    }
    const events: ServerSentEvent[] = [];
    const seesActors = holdsRole(this.#principal.roles, roles.audit);
    for (const entry of inOrder(entries)) {
      const { type } = entry.record;
      if (this.#options.types && !this.#options.types.includes(type)) continue;
      if (!this.#sent.add(entry)) continue;
      const shown = seesActors ? entry.record : withoutActor(entry.record);
      const { position: id } = this.#sent;
      events.push({ id, event: type, data: JSON.stringify(shown) });
    }
    this.#stream.send(events);
  }

  heartbeat(): void {
    this.#stream?.heartbeat();
  }

  /** Ends it where its caller may follow no more. @throws Error where that cannot be found out now */
  async check(): Promise<void> {
    try {
      this.#principal = await this.#options.callerNow();
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      this.end();
    }
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.onEnd();
    this.#stream?.end();
  }
}
