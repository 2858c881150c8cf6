import {
  type Credential,
  createRegistryClient,
  createTokenSource,
  PlatformError,
  pages,
  type TokenSource,
  unwrap,
} from '@app-platform/client/source';
import type { Config } from '../config.ts';
import { isNetworkError, notSignedIn, unreachable } from '../failure.ts';
import type { GlobalOptions, Surroundings } from '../run-command.ts';
import { type Addresses, addressesOf } from './addresses.ts';
import { withNearNames } from './near-app-names.ts';

import { type Profile, readProfile, writeProfile } from './profiles.ts';

export { type Addresses, addressesOf };

type Client = ReturnType<typeof createRegistryClient>;

/** Calls of the registry, with the credential of the environment or of a profile. */
export class Registry {
  readonly baseUrl: string;
  readonly #client: Client;
  readonly #app: string | undefined;

  private constructor(baseUrl: string, client: Client, app: string | undefined) {
    this.baseUrl = baseUrl;
    this.#client = client;
    this.#app = app;
  }

  /** @param app as the command names it: where the registry does not find it, the failure has near names */
  static async open(
    { config }: Surroundings,
    { profile }: GlobalOptions,
    app?: unknown,
  ): Promise<Registry> {
    const addresses = await addressesOf(config, profile);
    const { baseUrl } = addresses;
    const credential = await credentialFor(config, profile, addresses);
    const client = createRegistryClient({ baseUrl, credential, attempts: 3 });
    return new Registry(baseUrl, client, app === undefined ? undefined : String(app));
  }

  /**
   * @param request calls the client; an error response throws
   * @throws PlatformError, OauthError, or CommandFailure if nothing answers
   */
  async call<Data>(request: (client: Client) => Parameters<typeof unwrap<Data>>[0]): Promise<Data> {
    return this.#attempt(() => unwrap(request(this.#client)));
  }

  /** Every item of a listing. Throws what `call` throws. */
  async list<Item>(
    load: (client: Client, page: PageQuery) => ReturnType<Parameters<typeof pages<Item>>[0]>,
  ): Promise<Item[]> {
    return this.#attempt(async () => {
      const items: Item[] = [];
      const loadPage = (page: object) => load(this.#client, { 'page[size]': 100, ...page });
      for await (const item of pages<Item>(loadPage)) items.push(item);
      return items;
    });
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await reaching(this.baseUrl, 'BASE_URL', work);
    } catch (error) {
      if (this.#app === undefined || !(error instanceof PlatformError)) throw error;
      throw await withNearNames(error, this.#app, this.#client);
    }
  }
}

type PageQuery = { 'page[size]': number; 'page[after]'?: string };

/** @throws CommandFailure if nothing answers at the address, which the variable of the environment sets */
export async function reaching<Result>(
  address: string,
  variable: 'BASE_URL' | 'OAUTH_URL',
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isNetworkError(error) ? unreachable(address, error, variable) : error;
  }
}

/** The client id of this program at the OAuth service. */
export const CLIENT_ID = 'cli';

/**
 * The API key of the environment, or the tokens of the profile.
 * @throws CommandFailure if nobody is signed in; the tokens of one platform are never sent to another
 */
export async function credentialFor(
  config: Config,
  profileName: string,
  { baseUrl, oauthUrl }: Addresses,
): Promise<Credential> {
  if (config.apiKey) return config.apiKey;
  const profile = await readProfile(config.profilesFile, profileName);
  if (!profile?.tokens) {
    throw notSignedIn('Nobody is signed in. Run: apps login. In a pipeline set API_KEY.');
  }
  if (profile.baseUrl !== baseUrl || profile.oauthUrl !== oauthUrl) {
    throw notSignedIn(
      `The profile '${profileName}' is signed in at ${profile.baseUrl}, not at ${baseUrl}. Run: apps login --profile NAME, with BASE_URL and OAUTH_URL set.`,
    );
  }
  return tokenSourceOf(config, profileName, { ...profile, tokens: profile.tokens });
}

type SignedIn = Profile & Required<Pick<Profile, 'tokens'>>;

/**
 * Reads the profile each time: another command may have refreshed, and a refresh token that was used before
 * would end the sign-in.
 */
function tokenSourceOf(config: Config, profileName: string, first: SignedIn): TokenSource {
  let known = first;
  let source = refreshing(config, profileName, known);
  const current = async () => {
    const { tokens } = (await readProfile(config.profilesFile, profileName)) ?? {};
    if (tokens && tokens.refreshToken !== known.tokens.refreshToken) {
      known = { ...known, tokens };
      source = refreshing(config, profileName, known);
    }
    return source;
  };
  return {
    token: async () => (await current()).token(),
    renew: async (refused) => (await current()).renew(refused),
  };
}

function refreshing({ profilesFile }: Config, profileName: string, profile: SignedIn): TokenSource {
  const { accessToken, refreshToken, expiresAt } = profile.tokens;
  return createTokenSource({
    oauthUrl: profile.oauthUrl,
    clientId: CLIENT_ID,
    accessToken,
    refreshToken,
    expiresAt: new Date(expiresAt),
    onRefresh: (tokens) =>
      writeProfile(profilesFile, profileName, {
        ...profile,
        tokens: { ...tokens, expiresAt: tokens.expiresAt.toISOString() },
      }),
  });
}
