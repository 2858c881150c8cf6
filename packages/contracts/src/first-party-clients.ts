/**
 * OAuth clients that belong to the platform: public clients with PKCE, which no organization installs
 * and no user consents to.
 */
export const firstPartyClients = ['console', 'cli'] as const;

export type FirstPartyClient = (typeof firstPartyClients)[number];

export function isFirstPartyClient(
  clientId: string | null | undefined,
): clientId is FirstPartyClient {
  return firstPartyClients.some((one) => one === clientId);
}
