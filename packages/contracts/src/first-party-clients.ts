/**
 * OAuth clients that belong to the platform: public clients with PKCE, which no organization installs
 * and no user consents to.
 */
export const firstPartyClients = ['console', 'cli'] as const;

export type FirstPartyClient = (typeof firstPartyClients)[number];
