import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  endsCovering,
  type GrantParties,
  holdsRole,
  parseRolesRevision,
  type Revocation,
  type RevocationFeed,
  type RolesRevision,
  rolePattern,
} from '@app-platform/contracts';
import type { Clock, Logger } from '@app-platform/runtime';
import { ChangeFeed } from '@app-platform/runtime/changes';
import type { OauthClient } from '../oauth-client/oauth-client.ts';
import { ExpiringDigests, ExpiringNumbers } from './expiring-digests.ts';

const INTERVAL_MILLISECONDS = 1_000;
/** Between two readings because of new revocations: each repeats those of the last 40 seconds. */
const NEXT_MILLISECONDS = 100;
/** Both services start side by side, and until the first time no access token is accepted. */
const FIRST_INTERVAL_MILLISECONDS = 200;
/** A revocation takes effect within two seconds; an older list may lack some. */
const CURRENT_SECONDS = 5;
/**
 * Longer than a transaction may take. A transaction that ends late may have drawn a lower id than
 * revocations that were read already, so the ids of this period are read again.
 */
const OVERLAP_MILLISECONDS = 40_000;

/** `offline_access` is none. */
const IS_ROLE = new RegExp(rolePattern);

/** The remaining roles of an account after it lost some, and has others. */
type RoleRevocation = { version: number; roles: readonly string[]; expiresAt: number };

export type RevocationListOptions = {
  oauthClient: OauthClient;
  clock: Clock;
  logger: Logger;
};

/**
 * The revocations of the OAuth service. They are read when that service says that there is a new one, and every second, so
 * that tokens are checked without a call: a revocation takes effect within a second, and an outage of that service stops
 * no request here.
 */
export class RevocationList {
  readonly #options: RevocationListOptions;
  readonly #revoked = new ExpiringDigests();
  /**
   * The last ends of grants: the version of the roles of an account that has none left, and the time until which
   * the grants of a user or an app have ended.
   */
  readonly #ends = new ExpiringNumbers();
  /** By account. */
  readonly #roles = new Map<string, RoleRevocation[]>();
  /** The highest known id at each monotonic time, the latest last. */
  #marks: { at: number; highest: bigint }[] = [];
  /** From the first reading: nothing can be added any more at or below this id. */
  #settledAtFirst = 0n;
  #loaded = false;
  /** Tells that there are new ones. A release before does not: they are found by polling. */
  readonly #feed: ChangeFeed;
  #isFollowing = false;
  #followedAt = Number.NEGATIVE_INFINITY;
  #polling: Promise<void> = Promise.resolve();
  /** Monotonic time. */
  #readAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: RevocationListOptions) {
    this.#options = options;
    const { oauthClient, logger } = options;
    const subscriber = randomUUID();
    this.#feed = new ChangeFeed({
      source: {
        read: async (after) => {
          const batch = await oauthClient.listChanges(subscriber, after);
          // The next request tells the OAuth service that these are known.
          if (batch.changes?.length !== 0) await this.#pollNext();
          return batch;
        },
      },
      // The OAuth service waits for a change.
      pauseMilliseconds: 0,
      logger,
    });
  }

  /** Whether the feed was read at least once. Before that no token can be checked. */
  get isLoaded(): boolean {
    return this.#loaded;
  }

  /** How many revocations are held. */
  get size(): number {
    return this.#revoked.size + this.#ends.size + this.#roles.size;
  }

  /** Seconds since the feed was last read, or since the start. */
  get ageSeconds(): number {
    return (performance.now() - this.#readAt) / 1000;
  }

  /** Whether revocations take effect as fast as usual. */
  get isCurrent(): boolean {
    return this.#loaded && this.ageSeconds <= CURRENT_SECONDS;
  }

  isRevoked(kind: 'token' | 'grant', value: string): boolean {
    return this.#revoked.has(`${kind} ${value}`);
  }

  /** Whether a grant that was created then has ended with others of its user or app. */
  hasEnded(grant: GrantParties, createdAt: number): boolean {
    if (this.#ends.isEmpty) return false;
    return endsCovering(grant).some((end) => this.#ends.reaches(end, createdAt));
  }

  /** Whether the user has lost a role of a token's scope since the token was issued, or all roles. */
  hasLost({ accountId, version }: RolesRevision, scope: readonly string[]): boolean {
    if (this.#ends.reaches(accountId, version + 1)) return true;
    const later = this.#roles.get(accountId)?.filter((one) => one.version > version) ?? [];
    return later.some(({ roles }) =>
      scope.some((one) => IS_ROLE.test(one) && !holdsRole(roles, one)),
    );
  }

  /** Reads the feed now, and from then on. */
  async start(): Promise<void> {
    await this.poll();
    if (this.#stopped) return;
    if (this.#loaded && !this.#isFollowing) {
      this.#isFollowing = true;
      void this.#feed.start();
    }
    const pause = this.#loaded ? INTERVAL_MILLISECONDS : FIRST_INTERVAL_MILLISECONDS;
    this.#timer = setTimeout(() => void this.start(), pause);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#feed.stop();
  }

  /** Reads what was added. */
  poll(): Promise<void> {
    this.#polling = this.#polling.then(() => this.#poll());
    return this.#polling;
  }

  async #pollNext(): Promise<void> {
    const pause = this.#followedAt + NEXT_MILLISECONDS - performance.now();
    if (pause > 0) await wait(pause);
    this.#followedAt = performance.now();
    await this.poll();
    if (this.#readAt < this.#followedAt) throw new Error('new revocations were not read');
  }

  async #poll(): Promise<void> {
    const { clock, logger } = this.#options;
    try {
      const askedAt = performance.now();
      const after = this.#overlapBegins(askedAt);
      const read = await this.#readAfter(after);
      if (!this.#loaded) this.#settledAtFirst = read.settled;
      this.#marks.push({ at: askedAt, highest: read.highest });
      this.#loaded = true;
      this.#readAt = askedAt;
    } catch (error) {
      logger.warn({ err: error }, 'revocations not read');
    }
    this.#forgetExpired(clock().getTime());
  }

  /** The highest id known before the overlap: every revocation at or below it has been read. */
  #overlapBegins(now: number): bigint {
    const settled = this.#marks.findLastIndex(({ at }) => at <= now - OVERLAP_MILLISECONDS);
    this.#marks = this.#marks.slice(Math.max(settled, 0));
    return settled === -1 ? this.#settledAtFirst : (this.#marks[0]?.highest ?? 0n);
  }

  /** Reads to the end, page by page. */
  async #readAfter(after: bigint): Promise<{ highest: bigint; settled: bigint }> {
    const settled = new SettledId();
    let highest = after;
    let page = this.#listAfter(after);
    while (true) {
      const { revocations, more } = await page;
      const last = BigInt(revocations.at(-1)?.id ?? 0);
      const isLast = !more || last <= highest;
      // Requested now: the OAuth service prepares it while this page is added.
      if (!isLast) {
        page = this.#listAfter(last);
        // Where this page cannot be added, nobody waits for the next one.
        page.catch(() => undefined);
      }
      if (last > highest) highest = last;
      for (const revocation of revocations) {
        const expiresAt = Date.parse(revocation.expiresAt);
        this.#add(revocation, expiresAt);
        settled.note(revocation.id, expiresAt);
      }
      if (isLast) return { highest, settled: settled.value };
    }
  }

  #listAfter(id: bigint): Promise<RevocationFeed> {
    return this.#options.oauthClient.listRevocations(`${id}`);
  }

  #add({ kind, value, roles = [], until }: Revocation, expiresAt: number): void {
    if (kind === 'roles') this.#addRoles(parseRolesRevision(value), roles, expiresAt);
    else if (until !== undefined) this.#ends.raise(value, Date.parse(until), expiresAt);
    else this.#revoked.add(`${kind} ${value}`, expiresAt);
  }

  #addRoles(
    { accountId, version }: RolesRevision,
    roles: readonly string[],
    expiresAt: number,
  ): void {
    if (roles.length === 0) {
      this.#ends.raise(accountId, version, expiresAt);
      return;
    }
    const others = this.#roles.get(accountId)?.filter((one) => one.version !== version) ?? [];
    this.#roles.set(accountId, [...others, { version, roles, expiresAt }]);
  }

  #forgetExpired(now: number): void {
    this.#revoked.forgetExpired(now);
    this.#ends.forgetExpired(now);
    for (const [accountId, revocations] of this.#roles) {
      const recent = revocations.filter(({ expiresAt }) => expiresAt >= now);
      if (recent.length > 0) this.#roles.set(accountId, recent);
      else this.#roles.delete(accountId);
    }
  }
}

const STEP_MILLISECONDS = 1_000;

/**
 * The last id before the first recent revocation: a transaction that still runs has drawn a later one.
 * Each revocation expires a fixed time after it was added. Twice the overlap allows for clocks that
 * differ. A million revocations may be read, so that one a second is kept.
 */
class SettledId {
  readonly #steps: { expiresAt: number; before: bigint }[] = [];
  #last = '0';

  note(id: string, expiresAt: number): void {
    const newest = this.#steps.at(-1)?.expiresAt ?? 0;
    if (expiresAt >= newest + STEP_MILLISECONDS) {
      this.#steps.push({ expiresAt, before: BigInt(this.#last) });
    }
    this.#last = id;
  }

  get value(): bigint {
    const newest = this.#steps.at(-1)?.expiresAt ?? 0;
    const oldest = newest - 2 * OVERLAP_MILLISECONDS - STEP_MILLISECONDS;
    return this.#steps.find(({ expiresAt }) => expiresAt >= oldest)?.before ?? 0n;
  }
}
