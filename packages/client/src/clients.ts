import createClient from 'openapi-fetch';
import { authorizedFetch, type Credential } from './credential.ts';
import type { paths as OauthPaths } from './generated/oauth.ts';
import type { components, paths as RegistryPaths } from './generated/registry.ts';
import { keyedFetch } from './idempotency-key.ts';
import { type RetryOptions, retryingFetch } from './retry.ts';
import type { TypedClient } from './typed-client.ts';

/** What `POST /v1/apps/available` registers, and `PUT /v1/apps/drafts/{app}` keeps as a draft. */
export type AppDefinition = components['schemas']['AppDefinition'];

/** The data of an event of `GET /v1/apps/available/{name}/events`. */
export type AppLogEntry = components['schemas']['AppLogEntry'];

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
}: ClientOptions & { baseUrl: string }): TypedClient<RegistryPaths> {
  return clientOf<RegistryPaths>(baseUrl, options);
}

/** The OAuth service's API for administrators: `client.GET('/v1/users', …)`. */
export function createOauthClient({
  oauthUrl,
  ...options
}: ClientOptions & { oauthUrl: string }): TypedClient<OauthPaths> {
  return clientOf<OauthPaths>(oauthUrl, options);
}

function clientOf<Paths extends object>(address: string, options: ClientOptions) {
  const client = createClient<Paths>({ baseUrl: addressOf(address), fetch: fetchOf(options) });
  return client as unknown as TypedClient<Paths>;
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
