import type { RoleCeilings } from './registry-internal-api.ts';
import { roles } from './roles.ts';

/** OAuth clients that belong to the platform: public clients with PKCE, which no organization installs. */
export const firstPartyClients = ['console', 'cli'] as const;

export type FirstPartyClient = (typeof firstPartyClients)[number];

export function isFirstPartyClient(
  clientId: string | null | undefined,
): clientId is FirstPartyClient {
  return firstPartyClients.some((one) => one === clientId);
}

/** Runs on the user's computer, on any loopback port: a page asks the user before each code. */
export const localProgramClient = 'cli' satisfies FirstPartyClient;

/** The most that each may have, beside the roles of the user. The console can grant roles up to its own. */
export const firstPartyCeilings: Readonly<
  Record<FirstPartyClient, RoleCeilings & { declared: string[] }>
> = {
  console: { declared: ['org.admin', 'org.permission'], allowed: null },
  cli: {
    declared: [roles.apps, roles.appPermissions, roles.apiKeys, roles.audit],
    allowed: null,
  },
};
