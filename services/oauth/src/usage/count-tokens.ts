import type { OauthUsage } from './usage-store.ts';

const accessTokens = {
  authorization_code: 'accessTokensByCode',
  device_code: 'accessTokensByCode',
  refresh_token: 'accessTokensByRefresh',
} as const;

/** What a token request issued. */
export type IssuedTokens = {
  organizationId: string;
  grant: keyof typeof accessTokens;
  hasRefreshToken: boolean;
};

/** Counts the tokens of a successful token request, for the organization of its user. */
export function countTokens(usage: OauthUsage, issued: IssuedTokens): void {
  const { organizationId, grant, hasRefreshToken } = issued;
  usage.count(organizationId, accessTokens[grant]);
  if (hasRefreshToken) usage.count(organizationId, 'refreshTokens');
}
