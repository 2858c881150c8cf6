import { isFirstPartyClient } from '@app-platform/contracts';
import type { OauthActivityCounts } from './activity-store.ts';
import type { OauthUsage } from './usage-store.ts';

const accessTokens = {
  authorization_code: 'accessTokensByCode',
  device_code: 'accessTokensByCode',
  refresh_token: 'accessTokensByRefresh',
} as const;

export type TokenCounts = { usage: OauthUsage; activity: OauthActivityCounts };

/** What a token request issued. */
export type IssuedTokens = {
  organizationId: string;
  clientId: string;
  grant: keyof typeof accessTokens;
  hasRefreshToken: boolean;
};

/** Counts the tokens of a successful token request, for the organization of its user and for the app. */
export function countTokens({ usage, activity }: TokenCounts, issued: IssuedTokens): void {
  const { organizationId, clientId, grant, hasRefreshToken } = issued;
  usage.count(organizationId, accessTokens[grant]);
  if (hasRefreshToken) usage.count(organizationId, 'refreshTokens');
  if (isFirstPartyClient(clientId)) return;
  const app = { organizationId, clientId };
  activity.count(app, 'tokens');
  if (grant !== 'refresh_token') activity.count(app, 'signIns');
}
