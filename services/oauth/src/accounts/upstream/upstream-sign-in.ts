import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { EphemeralStore } from '../../storage/ephemeral-store.ts';
import { UpstreamFault } from './upstream-fault.ts';
import type { UpstreamChecks, UpstreamIdentity, UpstreamProvider } from './upstream-provider.ts';

const PENDING_SECONDS = 600;
const RESULT_SECONDS = 60;

/** What is kept while the browser is away; the state itself is a credential and kept nowhere. */
type Pending = Omit<UpstreamChecks, 'state'> & {
  /** Of the cookie that only the browser holds which began. */
  browserDigest: string;
  interactionId: string | null;
};

type Upstream = Pick<UpstreamProvider, 'authorizationAddress' | 'identify'>;

type Result = { interactionId: string; identity: UpstreamIdentity };

export type BegunSignIn = {
  /** Where the browser goes. */
  address: string;
  /** What it must have when it comes back. Named after the request, so that two tabs can be away at once. */
  cookie: { name: string; value: string; lifetimeSeconds: number };
};

/** Sign-ins at the upstream provider, from when the browser leaves until it is known who is back. */
export class UpstreamSignIn {
  /** What people call the upstream provider. */
  readonly providerName: string;
  readonly #provider: Upstream;
  readonly #store: EphemeralStore;

  constructor(providerName: string, provider: Upstream, store: EphemeralStore) {
    this.providerName = providerName;
    this.#provider = provider;
    this.#store = store;
  }

  /**
   * @param interactionId what it is for; null: the account pages
   * @throws UpstreamFault where the upstream provider is away
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
   * Takes what the browser came back with, once.
   * @returns no identity where whoever was to sign in refused to
   * @throws UpstreamFault where the browser did not begin this, it is over, or it cannot be finished
   */
  async complete(
    query: URLSearchParams,
    cookieOf: (name: string) => string | undefined,
  ): Promise<{ interactionId: string | null; identity: UpstreamIdentity | undefined }> {
    const state = query.get('state') ?? '';
    const key = pendingKey(state);
    const text = await this.#store.get(key);
    // Somebody else's browser does not end what it did not begin, so it is looked at before it is taken.
    const { browserDigest } = parse<Pending>(text);
    if (!isSame(browserDigest, digestOf(cookieOf(cookieName(state)) ?? ''))) throw over();
    const { nonce, codeVerifier, interactionId } = parse<Pending>(await this.#store.take(key));
    const identity = await this.#provider.identify(query, { state, nonce, codeVerifier });
    return { interactionId, identity };
  }

  /** Hands a result over to where the interaction's cookie is. @returns the id to ask for it by */
  async keepResult(result: Result): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await this.#store.set(resultKey(id), JSON.stringify(result), RESULT_SECONDS);
    return id;
  }

  /** @throws UpstreamFault where there is none of that interaction, or it was taken already */
  async takeResult(id: string, interactionId: string): Promise<UpstreamIdentity> {
    const result = parse<Result>(await this.#store.take(resultKey(id)));
    if (result.interactionId !== interactionId) throw over();
    return result.identity;
  }
}

/** Where the browser keeps what it must have when it comes back with a state. */
export function cookieName(state: string): string {
  return `upstream_${digestOf(state).slice(0, 10)}`;
}

function parse<T>(text: string | undefined): T {
  if (text === undefined) throw over();
  return JSON.parse(text);
}

function over(): UpstreamFault {
  const message = 'this took too long, was finished already, or began in another browser';
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
