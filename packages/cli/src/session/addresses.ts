import type { Config } from '../config.ts';
import { CommandFailure } from '../failure.ts';
import { readProfile } from './profiles.ts';

export type Addresses = { baseUrl: string; oauthUrl: string };

const localAddresses = { baseUrl: 'http://localhost:4000', oauthUrl: 'http://localhost:4001' };

/** The platform's addresses: from the environment, else the profile, else the services of `npm start`. */
export async function addressesOf(config: Config, profileName: string): Promise<Addresses> {
  const profile = await readProfile(config.profilesFile, profileName);
  return {
    baseUrl: config.baseUrl ?? profile?.baseUrl ?? localAddresses.baseUrl,
    oauthUrl: config.oauthUrl ?? profile?.oauthUrl ?? localAddresses.oauthUrl,
  };
}

/** The registry's address for links, also where the profiles cannot be read. */
export async function linkBaseOf(config: Config | undefined, profileName: string): Promise<string> {
  if (!config) return localAddresses.baseUrl;
  try {
    return (await addressesOf(config, profileName)).baseUrl;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return config.baseUrl ?? localAddresses.baseUrl;
  }
}
