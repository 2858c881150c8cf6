import createClient, { type Client } from 'openapi-fetch';
import { authorizedFetch, type Credential } from './credential.ts';
import type { paths as OauthPaths } from './generated/oauth.ts';
import type { paths as RegistryPaths } from './generated/registry.ts';
import { keyedFetch } from './idempotency-key.ts';
import { type RetryOptions, retryingFetch } from './retry.ts';

export type ClientOptions = RetryOptions & {
  /** An API key, or a source of access tokens. */
  credential: Credential;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch;
};

/** The registry's API: `client.GET('/v1/apps/available', …)`. */
export function createRegistryClient({
  baseUrl,
  ...options
}: ClientOptions & { baseUrl: string }): Client<RegistryPaths> {
  return createClient<RegistryPaths>({ baseUrl: addressOf(baseUrl), fetch: fetchOf(options) });
}

/** The OAuth service's API for administrators: `client.GET('/v1/users', …)`. */
export function createOauthClient({
  oauthUrl,
  ...options
}: ClientOptions & { oauthUrl: string }): Client<OauthPaths> {
  return createClient<OauthPaths>({ baseUrl: addressOf(oauthUrl), fetch: fetchOf(options) });
}

function fetchOf({ credential, fetch: send = fetch, ...retries }: ClientOptions) {
  return keyedFetch(authorizedFetch(credential, retryingFetch(send, retries)));
}

/** @throws TypeError for anything but an absolute address */
function addressOf(address: string): string {
  if (!/^https?:\/\//.test(address)) {
    throw new TypeError(`'${address}' is no address. Write it like https://registry.example.com.`);
  }
  return new URL(address).href;
}
