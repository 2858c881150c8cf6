import {
  type Credential,
  createRegistryClient,
  createTokenSource,
  eachPage,
  PlatformError,
  type pages,
  type TokenSource,
  unwrap,
} from '@app-platform/client/source';
import type { Config } from '../config.ts';
import { isNetworkError, isNoJson, notSignedIn, notThePlatform, unreachable } from '../failure.ts';
import type { CommandContext, GlobalOptions } from '../run-command.ts';
import { type Addresses, addressesOf } from './addresses.ts';
import { type MissingSignIn, missingOf, repeatedRefusal } from './missing-sign-in.ts';
import { type Profile, readProfile, writeProfile } from './profiles.ts';
import { CLIENT_ID } from './sign-in-scope.ts';

export { type Addresses, addressesOf };

type Client = ReturnType<typeof createRegistryClient>;

/** Signs in with what is missing, and returns the command that does so. Undefined where an API key is used. */
type SignInAgain = (missing: MissingSignIn) => Promise<string>;

/** Calls of the registry, with the credential of the environment or of a profile. */
export class Registry {
  readonly baseUrl: string;
  readonly #client: Client;
  readonly #app: string | undefined;
  readonly #signInAgain: SignInAgain | undefined;

  private constructor(
    baseUrl: string,
    client: Client,
    app: string | undefined,
    signInAgain?: SignInAgain,
  ) {
    this.baseUrl = baseUrl;
    this.#client = client;
    this.#app = app;
    this.#signInAgain = signInAgain;
  }

  /**
   * @param app as the command names it: where the registry does not find it, the failure has near names
   */
  static async open(
    context: CommandContext,
    options: GlobalOptions,
    app?: unknown,
    { roles = [], timeoutSeconds = 30, fetch: send = fetch }: Needs = {},
  ): Promise<Registry> {
    const { config } = context;
    const { profile } = options;
    const addresses = await addressesOf(config, profile);
    const { baseUrl } = addresses;
    const credential = await credentialFor(config, profile, addresses);
    const client = createRegistryClient({
      baseUrl,
      credential,
      attempts: 3,
      timeoutSeconds,
      fetch: send,
    });
    const signInAgain = async (missing: MissingSignIn) => {
      // The library of sign-ins is large, and few commands need it.
      const again = await import('./sign-in-again.ts');
      const needed = { ...missing, roles: [...missing.roles, ...roles] };
      return again.signInAgain(context, options, needed);
    };
    return new Registry(
      baseUrl,
      client,
      app === undefined ? undefined : String(app),
      config.apiKey ? undefined : signInAgain,
    );
  }

  /**
   * @param request calls the client; an error response throws
   * @throws PlatformError, OauthError, or CommandFailure if nothing answers
   */
  async call<Data>(request: (client: Client) => Parameters<typeof unwrap<Data>>[0]): Promise<Data> {
    return this.#attempt(async () => ofPlatform(await unwrap(request(this.#client)), this.baseUrl));
  }

  /** Every item of a listing. Throws what `call` throws. */
  async list<Item>(
    load: (client: Client, page: PageQuery) => ReturnType<Parameters<typeof pages<Item>>[0]>,
  ): Promise<Item[]> {
    return this.#attempt(async () => {
      const items: Item[] = [];
      const loadPage = (page: object) => load(this.#client, { 'page[size]': 100, ...page });
      for await (const page of eachPage(loadPage)) {
        const isPage = Array.isArray(page?.data) && page.meta?.page;
        if (!isPage) throw notThePlatform(this.baseUrl, 'BASE_URL', OTHER_JSON);
        items.push(...page.data);
      }
      return items;
    });
  }

  /** Once more where it is refused for what the sign-in lacks, after another sign-in. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    let command: string;
    try {
      return await this.#reach(work);
    } catch (error) {
      const missing = missingOf(error);
      if (!missing || !this.#signInAgain) throw error;
      command = await this.#signInAgain(missing);
    }
    try {
      return await this.#reach(work);
    } catch (error) {
      const missing = missingOf(error);
      throw missing ? repeatedRefusal(missing, command) : error;
    }
  }

  async #reach<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await reportUnreachable(this.baseUrl, 'BASE_URL', work);
    } catch (error) {
      if (this.#app === undefined || !(error instanceof PlatformError)) throw error;
      const { withNearNames } = await import('./near-app-names.ts');
      throw await withNearNames(error, this.#app, this.#client);
    }
  }
}

/** What a command needs beside what the others need. */
type Needs = {
  /** Roles that not every sign-in has. */
  roles?: readonly string[];
  /** Of a whole answer. */
  timeoutSeconds?: number;
  fetch?: typeof fetch;
};

type PageQuery = { 'page[size]': number; 'page[after]'?: string };

/**
 * @param variable of the environment, which sets the address
 * @throws CommandFailure if nothing answers at the address, or something other than the platform
 */
export async function reportUnreachable<Result>(
  address: string,
  variable: 'BASE_URL' | 'OAUTH_URL',
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isNetworkError(error)) throw unreachable(address, error, variable);
    throw isNoJson(error) ? notThePlatform(address, variable) : error;
  }
}

/**
 * The answer, where it has data or is a stream, or is empty.
 * @throws CommandFailure for JSON of something other than the platform
 */
export function ofPlatform<Data>(
  answer: Data,
  address: string,
  variable: 'BASE_URL' | 'OAUTH_URL' = 'BASE_URL',
): Data {
  if (answer === undefined || answer instanceof ReadableStream) return answer;
  const { data } = (answer ?? {}) as { data?: unknown };
  if (typeof data === 'object' && data !== null) return answer;
  throw notThePlatform(address, variable, OTHER_JSON);
}

const OTHER_JSON = 'JSON that is not of the platform';

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
    const { tokens, ...profile } = (await readProfile(config.profilesFile, profileName)) ?? {};
    if (tokens && tokens.refreshToken !== known.tokens.refreshToken) {
      const { baseUrl, oauthUrl } = first;
      known = { ...profile, baseUrl, oauthUrl, tokens };
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
