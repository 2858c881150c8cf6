import { type Static, Type } from '@sinclair/typebox';
import { clientId, closed, instant, text, textOrNull } from './internal-schemas.ts';

/** What the registry counts for each app, organization and hour. */
export const registryActivityKinds = ['refused', 'deliveries', 'failedDeliveries'] as const;
export type RegistryActivityKind = (typeof registryActivityKinds)[number];

/** What the OAuth service counts likewise. */
export const oauthActivityKinds = ['signIns', 'tokens', 'refused'] as const;
export type OauthActivityKind = (typeof oauthActivityKinds)[number];

/** How long the counts are kept. */
export const ACTIVITY_DAYS = 90;

/** `GET /internal/organizations/{organizationId}/activity`: the hours in which something was counted. */
export const OauthActivity = closed({
  hours: Type.Array(
    closed({
      /** When the hour begins. ISO 8601. */
      hour: Type.String(),
      signIns: Type.Integer(),
      tokens: Type.Integer(),
      refused: Type.Integer(),
    }),
  ),
});
export type OauthActivity = Static<typeof OauthActivity>;

/** `POST /internal/organizations/{organizationId}/activity-summary`, which changes nothing. */
export const ActivitySummaryQuery = closed({
  clientIds: Type.Array(clientId, { maxItems: 100 }),
  /** When the first hour of `refused` begins. */
  since: instant,
});
export type ActivitySummaryQuery = Static<typeof ActivitySummaryQuery>;
export const ActivitySummary = closed({
  /** In the order of the query. */
  apps: Type.Array(
    closed({
      clientId: text,
      /** When the last hour begins in which a token was issued to the app. ISO 8601. */
      lastUsedAt: textOrNull,
      refused: Type.Integer(),
    }),
  ),
});
export type ActivitySummary = Static<typeof ActivitySummary>;
