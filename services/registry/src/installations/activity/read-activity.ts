import { type OauthActivity, problem, type RegistryActivityKind } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Clock, Logger } from '@app-platform/runtime';
import type { ActivityTable } from '@app-platform/runtime/activity';
import type { AppStores } from '../../apps/app-name-store.ts';
import type { AppReference } from '../../apps/find-app-version.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { OauthClient } from '../../oauth-client/oauth-client.ts';
import { findInstallation } from '../change-installations.ts';
import type { InstallationStore } from '../installation-store.ts';

const HOUR_MILLISECONDS = 3_600_000;
export const WEEK_HOURS = 168;
/** 31 days: a few hundred kilobytes. */
export const MOST_HOURS = 744;

export type ActivityDependencies = {
  database: AppStores & {
    installations: InstallationStore;
    activity: Pick<ActivityTable<RegistryActivityKind>, 'list' | 'sum'>;
  };
  /** Left out where there is no OAuth service. */
  oauthClient?: OauthClient;
  clock: Clock;
  logger: Logger;
};

type Period = { from: Date; until: Date };

type HourOfActivity = Record<'signIns' | 'tokens' | 'refused', number | null> &
  Record<'deliveries' | 'failedDeliveries', number> & { hour: Date };

/**
 * What an installed app did in the caller's organization, by hour.
 * @throws AppError `not_found` where it is not installed, `ambiguous_app`, `invalid_parameter`
 */
export async function readActivity(
  dependencies: ActivityDependencies,
  principal: Principal,
  reference: AppReference,
  requested: { hours: number; from: string | undefined },
) {
  const { database, clock } = dependencies;
  const { organizationId } = principal;
  const period = periodOf(requested, clock());
  const installed = await database.installations.list(organizationId);
  const found = await findInstallation({ stores: database, principal, installed }, reference);
  const { name, clientId } = found;
  const app = { organizationId, clientId };
  const [ofRegistry, ofOauth] = await Promise.all([
    database.activity.list(app, period.from, period.until),
    readOauth(dependencies, organizationId, (oauthClient) =>
      oauthClient.listActivity(app, period.from, period.until),
    ),
  ]);
  const registry = new Map(ofRegistry.map(({ hour, counts }) => [hour.getTime(), counts]));
  const oauth = ofOauth && new Map(ofOauth.map((one) => [Date.parse(one.hour), one]));
  const hours: HourOfActivity[] = [];
  for (let time = period.from.getTime(); time < period.until.getTime(); time += HOUR_MILLISECONDS) {
    const { refused = 0, deliveries = 0, failedDeliveries = 0 } = registry.get(time) ?? {};
    const { signIns, tokens, refused: refusedByOauth } = oauthHour(oauth, time);
    const refusedByBoth = refusedByOauth === null ? null : refused + refusedByOauth;
    const ofBoth = { signIns, tokens, refused: refusedByBoth };
    hours.push({ hour: new Date(time), ...ofBoth, deliveries, failedDeliveries });
  }
  return { name, ...period, complete: oauth !== undefined, hours };
}

/** @returns zeros for an hour without counts, and null for those of an unknown one */
function oauthHour(oauth: Map<number, OauthActivity['hours'][number]> | undefined, time: number) {
  const none = oauth ? 0 : null;
  return oauth?.get(time) ?? { signIns: none, tokens: none, refused: none };
}

/** @throws AppError `invalid_parameter` */
function periodOf({ hours, from }: { hours: number; from: string | undefined }, now: Date): Period {
  if (hours > MOST_HOURS) {
    throw invalid(
      'hours',
      `At most ${MOST_HOURS} hours are read at once. Use 'from' for earlier ones.`,
    );
  }
  const current = Math.floor(now.getTime() / HOUR_MILLISECONDS);
  const given = from === undefined ? undefined : Date.parse(from);
  if (Number.isNaN(given)) {
    throw invalid('from', "'from' has to be a time of the calendar, such as 2026-01-31T00:00:00Z.");
  }
  const first = given === undefined ? current - hours + 1 : Math.floor(given / HOUR_MILLISECONDS);
  return {
    from: new Date(first * HOUR_MILLISECONDS),
    until: new Date((first + hours) * HOUR_MILLISECONDS),
  };
}

function invalid(parameter: string, detail: string): AppError {
  return new AppError(problem('invalid_parameter', detail, { parameter }));
}

/** The week that ends with the current hour. */
export function weekOf(now: Date): Period {
  return periodOf({ hours: WEEK_HOURS, from: undefined }, now);
}

/** What the OAuth service counted. @returns undefined where it does not answer */
export async function readOauth<Counts>(
  { oauthClient, logger }: Pick<ActivityDependencies, 'oauthClient' | 'logger'>,
  organizationId: string,
  read: (oauthClient: OauthClient) => Promise<Counts>,
): Promise<Counts | undefined> {
  try {
    return oauthClient && (await read(oauthClient));
  } catch (error) {
    logger.warn({ err: error, organizationId }, 'activity not read at the OAuth service');
    return undefined;
  }
}
