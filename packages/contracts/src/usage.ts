import { type Static, type TInteger, Type } from '@sinclair/typebox';
import { closed, organizationId, textOrNull } from './internal-schemas.ts';

/** What the registry counts for each organization and day. */
export const registryUsageKinds = [
  'requests',
  'webhookDeliveries',
  'webhookAttempts',
  'webhookFailures',
] as const;
export type RegistryUsageKind = (typeof registryUsageKinds)[number];

/** What the OAuth service counts likewise. */
export const oauthUsageKinds = [
  'requests',
  'accessTokensByCode',
  'accessTokensByRefresh',
  'refreshTokens',
] as const;
export type OauthUsageKind = (typeof oauthUsageKinds)[number];

/** A day in UTC. */
export const usageDaySchema = Type.String({ pattern: '^2\\d{3}-\\d\\d-\\d\\d$' });

/** Whether the calendar has the day: 2026-02-30 has the form and is none. */
export function isUsageDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}

/** `GET /internal/usage`: a page, by the ids of the organizations. */
const usagePage = <const K extends string>(kinds: readonly K[]) => {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, Type.Integer()]));
  return closed({
    organizations: Type.Array(
      closed({
        organizationId,
        /** Null where the service does not know it. */
        name: textOrNull,
        counts: closed(counts as Record<K, TInteger>),
      }),
    ),
    /** The `after` of the next page; null for the last one. */
    next: textOrNull,
  });
};

export const RegistryUsagePage = usagePage(registryUsageKinds);
export type RegistryUsagePage = Static<typeof RegistryUsagePage>;
export const OauthUsagePage = usagePage(oauthUsageKinds);
export type OauthUsagePage = Static<typeof OauthUsagePage>;
