import { type Page, type PageOf, pageOf } from '@app-platform/runtime/database';
import { type ActivityDependencies, readOauth, weekOf } from './read-activity.ts';

/** How much an installed app is used. */
type AppActivity = {
  name: string;
  /** When the last hour begins in which a token was issued to it; null for none within the kept days. */
  lastUsedAt: Date | null;
  /** Of the last week; null where the OAuth service did not answer. */
  refused: number | null;
  /** Whether both services answered. */
  complete: boolean;
};

/** When the apps of an organization were last used, and how many of their requests were refused in a week. By name. */
export async function listActivity(
  dependencies: ActivityDependencies,
  organizationId: string,
  page: Page,
): Promise<PageOf<AppActivity>> {
  const { database, clock } = dependencies;
  const installed = await database.installations.list(organizationId, page);
  const { entries: apps, next } = pageOf(installed, page.size, ({ name }) => name);
  if (apps.length === 0) return { entries: [], next };
  const clientIds = apps.map(({ clientId }) => clientId);
  const { from } = weekOf(clock());
  const [ofRegistry, ofOauth] = await Promise.all([
    database.activity.sum(organizationId, clientIds, from),
    readOauth(dependencies, organizationId, (oauthClient) =>
      oauthClient.summarizeActivity(organizationId, { clientIds, since: from.toISOString() }),
    ),
  ]);
  const registry = new Map(ofRegistry.map(({ clientId, counts }) => [clientId, counts.refused]));
  const oauth = new Map(ofOauth?.map((one) => [one.clientId, one]));
  const entries = apps.map(({ name, clientId }): AppActivity => {
    const counted = oauth.get(clientId);
    if (!counted) return { name, lastUsedAt: null, refused: null, complete: false };
    const lastUsedAt = counted.lastUsedAt === null ? null : new Date(counted.lastUsedAt);
    const refused = (registry.get(clientId) ?? 0) + counted.refused;
    return { name, lastUsedAt, refused, complete: true };
  });
  return { entries, next };
}
