import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { EphemeralStore } from '../../storage/ephemeral-store.ts';
import {
  type UpstreamChecks,
  UpstreamFault,
  type UpstreamIdentity,
  type UpstreamProvider,
} from './upstream-provider.ts';

const PENDING_SECONDS = 600;
const RESULT_SECONDS = 60;

/** Stored while the browser is away. The state itself is a credential and is not stored. */
type Pending = Omit<UpstreamChecks, 'state'> & {
  /** Of the cookie that only the browser has that started the sign-in. */
  browserDigest: string;
  interactionId: string | null;
};

type Upstream = Pick<UpstreamProvider, 'authorizationAddress' | 'identify'>;

type Result = { interactionId: string; identity: UpstreamIdentity };

export type BegunSignIn = {
  /** Where to send the browser. */
  address: string;
  /** The browser must have it when it comes back. Its name allows sign-ins in several tabs. */
  cookie: { name: string; value: string; lifetimeSeconds: number };
};

/** The state of upstream sign-ins, from the redirect until the user is known. */
export class UpstreamSignIn {
  /** The provider's name on the pages. */
  readonly providerName: string;
  readonly #provider: Upstream;
  readonly #store: EphemeralStore;

  constructor(providerName: string, provider: Upstream, store: EphemeralStore) {
    this.providerName = providerName;
    this.#provider = provider;
    this.#store = store;
  }

  /**
   * @param interactionId null for the account pages
   * @throws UpstreamFault if the upstream provider does not answer
   */
  async begin(interactionId: string | null, reauthenticate: boolean): Promise<BegunSignIn> {
    const checks = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
    };
    const address = await this.#provider.authorizationAddress(checks, reauthenticate);
    const { state, ...kept } = checks;
    const value = randomBytes(32).toString('base64url');
    const pending: Pending = { ...kept, browserDigest: digestOf(value), interactionId };
    await this.#store.set(pendingKey(state), JSON.stringify(pending), PENDING_SECONDS);
    const cookie = { name: cookieName(state), value, lifetimeSeconds: PENDING_SECONDS };
    return { address, cookie };
  }

  /**
   * Completes a sign-in, once.
   * @returns no identity if the user refused to sign in
   * @throws UpstreamFault if another browser started it, it has ended, or it fails
   */
  async complete(
    query: URLSearchParams,
    cookieOf: (name: string) => string | undefined,
  ): Promise<{ interactionId: string | null; identity: UpstreamIdentity | undefined }> {
    const state = query.get('state') ?? '';
    const key = pendingKey(state);
    const pending = parse<Pending>(await this.#store.get(key));
    const { browserDigest, nonce, codeVerifier, interactionId } = pending;
    if (!isSame(browserDigest, digestOf(cookieOf(cookieName(state)) ?? ''))) throw ended();
    const identity = await this.#provider.identify(query, { state, nonce, codeVerifier });
    // Taken last: neither another browser nor a code that is refused ends the sign-in. After a second click the provider may
    // refuse the code of the first.
    if ((await this.#store.take(key)) === undefined) throw ended();
    return { interactionId, identity };
  }

  /** Stores a result for the interaction's own path. @returns the id of the result */
  async keepResult(result: Result): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await this.#store.set(resultKey(id), JSON.stringify(result), RESULT_SECONDS);
    return id;
  }

  /** @throws UpstreamFault if the interaction has no such result, or it was already taken */
  async takeResult(id: string, interactionId: string): Promise<UpstreamIdentity> {
    const result = parse<Result>(await this.#store.take(resultKey(id)));
    if (result.interactionId !== interactionId) throw ended();
    return result.identity;
  }
}

/** The cookie of a sign-in, by its state. */
export function cookieName(state: string): string {
  return `upstream_${digestOf(state).slice(0, 10)}`;
}

function parse<T>(text: string | undefined): T {
  if (text === undefined) throw ended();
  return JSON.parse(text);
}

function ended(): UpstreamFault {
  const message = 'it took too long, is already finished, or was started in another browser';
  return new UpstreamFault('refused', message);
}

function pendingKey(state: string): string {
  return `UpstreamSignIn:pending:${digestOf(state)}`;
}

function resultKey(id: string): string {
  return `UpstreamSignIn:result:${digestOf(id)}`;
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
