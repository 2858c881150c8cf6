import {
  createRegistryClient,
  OauthError,
  PlatformError,
  unwrap,
} from '@app-platform/client/source';
import type { GlobalOptions } from '../run-command.ts';
import { addressesOf, credentialFor } from '../session/session.ts';
import type { Surroundings } from '../surroundings.ts';
import { isNetworkError, unreachable } from './network-failure.ts';

type Client = ReturnType<typeof createRegistryClient>;

/** Calls of the registry, with the credential of the environment or of a profile. */
export class Registry {
  readonly baseUrl: string;
  readonly #client: Client;

  private constructor(baseUrl: string, client: Client) {
    this.baseUrl = baseUrl;
    this.#client = client;
  }

  static async open({ config }: Surroundings, { profile }: GlobalOptions): Promise<Registry> {
    const addresses = await addressesOf(config, profile);
    const { baseUrl } = addresses;
    const credential = await credentialFor(config, profile, addresses);
    return new Registry(baseUrl, createRegistryClient({ baseUrl, credential, attempts: 3 }));
  }

  /**
   * @param request a call of the client, whose answer has to be a success
   * @throws PlatformError, OauthError, or CommandFailure if nothing answers
   */
  async call<Data>(request: (client: Client) => Parameters<typeof unwrap<Data>>[0]): Promise<Data> {
    try {
      return await unwrap(request(this.#client));
    } catch (error) {
      if (error instanceof PlatformError || error instanceof OauthError) throw error;
      if (!isNetworkError(error)) throw error;
      throw unreachable(this.baseUrl, error, 'BASE_URL');
    }
  }
}
