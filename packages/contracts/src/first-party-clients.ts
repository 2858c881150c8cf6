/** Clients of the platform itself: public, with PKCE, exempt from installation and consent. */
export const firstPartyClients = ['console', 'cli'] as const;
