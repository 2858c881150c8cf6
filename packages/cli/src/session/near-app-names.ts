import { isNear, parseAppVersion, privateName } from '@app-platform/app-definition';
import { type createRegistryClient, type PlatformError, unwrap } from '@app-platform/client/source';
import { CommandFailure, failureOf } from '../failure.ts';

type Client = ReturnType<typeof createRegistryClient>;

const MOST_NAMES = 3;

/**
 * Adds the apps with a similar name to a refusal because an app was not found. They are from the listings
 * that the caller may read, so no name of another organization's private app is among them.
 */
export async function withNearNames(
  error: PlatformError,
  app: string,
  client: Client,
): Promise<Error> {
  const name = parseAppVersion(app)?.name;
  if (!name || error.errors[0]?.code !== 'not_found') return error;
  const near = nearNames(name, await visibleNames(client, name));
  if (near.length === 0) return error;
  const hint = ` Did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`;
  const { exitCode, errors } = failureOf(error);
  return new CommandFailure(
    exitCode,
    errors.map((one, index) => (index === 0 ? { ...one, detail: one.detail + hint } : one)),
  );
}

/** None where one is the name itself: then something else was not found. */
function nearNames(name: string, visible: readonly string[]): string[] {
  if (visible.includes(name)) return [];
  return visible.filter((one) => isNear(name, one)).slice(0, MOST_NAMES);
}

/** The organization's own apps, and those of the directory's search. Private apps have their short names. */
async function visibleNames(client: Client, name: string): Promise<string[]> {
  const queries = [
    { owner: 'own', 'page[size]': 100 },
    { q: name.slice(0, 128), 'page[size]': 100 },
  ] as const;
  const answers = await Promise.allSettled(
    queries.map((query) => unwrap(client.GET('/v1/apps/available', { params: { query } }))),
  );
  const names = answers.flatMap((answer) =>
    answer.status === 'fulfilled'
      ? answer.value.data.map(({ attributes }) => shortName(attributes))
      : [],
  );
  return [...new Set(names)];
}

type NamedApp = { name: string; organization: { id: string } };

function shortName({ name, organization }: NamedApp): string {
  const suffix = privateName('', organization.id);
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}
