import { parseAppVersion, privateName, type Visibility } from '@app-platform/app-definition';
import { type ProblemSource, problem } from '@app-platform/contracts';
import { AppError, parameter } from '@app-platform/http-api';
import { choice } from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';
import type { Principal } from '../authentication/principal.ts';
import type { AppStores, DescribedApp } from './app-name-store.ts';
import type { App, FoundVersion, NamedApp } from './app-store.ts';
import { precedenceOf } from './precedence.ts';

export const appVersionParameter = parameter(
  'appVersion',
  'path',
  Type.String(),
  '`<name>-<version>`, or `<name>-latest` or `<name>` for the current version.',
);

export const nameParameter = parameter(
  'name',
  'path',
  Type.String(),
  "The app's name; for a private app `<app>_<orgId>`.",
);

export const visibilities = ['private', 'public'] as const satisfies readonly Visibility[];

const VISIBILITY_CHOICE =
  "Chooses between the organization's private app and a public app of the same name.";

export const visibilityParameter = parameter(
  'visibility',
  'query',
  Type.Unsafe<Visibility>({ type: 'string', enum: visibilities }),
  VISIBILITY_CHOICE,
);

/** The same in a body. */
export const VisibilityChoice = choice(visibilities, VISIBILITY_CHOICE);

/** Of an app in a response. */
export const AppVisibility = choice(visibilities, 'Who can see and install the app.');

/** The app that a request names. */
export type AppReference = {
  /** `<name>-<version>`, or `<name>-latest` and `<name>` alone for the current version. */
  text: string;
  /** Chooses between a private and a public app of one short name. */
  visibility?: Visibility | undefined;
  /** Where the request names it. */
  source: ProblemSource;
};

/**
 * The version that a path or a body names. A short name means the organization's private app.
 * @throws AppError `invalid_parameter` where the text is of another form; `ambiguous_app` where a
 *   public app has the short name too; `not_found` where the organization sees no such version:
 *   another organization's private app is not there
 */
export async function findAppVersion(
  stores: AppStores,
  { organizationId }: Principal,
  reference: AppReference,
): Promise<FoundVersion> {
  const { visibility, source } = reference;
  const { name, version } = readAppVersion(reference);
  const ofPrivate = privateName(name, organizationId);
  const precedence = version && precedenceOf(version);
  const named = await stores.apps.findNamed(
    organizationId,
    { name, privateName: ofPrivate === name ? null : ofPrivate },
    precedence,
  );
  const found = named.filter((one) => one.visibility !== 'draft');
  const meant = found.filter((one) => visibility === undefined || one.visibility === visibility);
  if (meant.length > 1) throw await ambiguousApp(stores, organizationId, name, reference);
  const [app] = meant;
  if (app?.version) return app.version;
  const detail = app
    ? `${app.name} has no version ${version}. Its current version is ${app.currentVersion}.`
    : missingApp(name, visibility, found[0]);
  throw new AppError(problem('not_found', detail, source));
}

/** The names that a reference may mean: the organization's private app, and an app of the name itself. */
export function namesMeant(
  reference: AppReference,
  { organizationId }: Pick<Principal, 'organizationId'>,
): string[] {
  const { name } = readAppVersion(reference);
  return [...new Set([name, privateName(name, organizationId)])];
}

function readAppVersion({ text, source }: AppReference) {
  const parsed = parseAppVersion(text);
  if (parsed) return parsed;
  const detail = 'This must be <name>-<version>, <name>-latest or <name>, such as my_app-1.0.0.';
  throw new AppError(problem('invalid_parameter', detail, source));
}

/** @param other the app of the other visibility, where the requested one does not exist */
function missingApp(
  name: string,
  visibility: Visibility | undefined,
  other: NamedApp | undefined,
): string {
  const app = visibility ? `${visibility} app` : 'app';
  const hint = other ? ` Did you mean the ${other.visibility} app '${other.name}'?` : '';
  return `There is no ${app} '${name}' that your organization can see.${hint}`;
}

/** The private app first, with the organization of each, so that the caller can choose. */
async function ambiguousApp(
  { appNames }: AppStores,
  organizationId: string,
  name: string,
  { source }: AppReference,
): Promise<AppError> {
  const ofPrivate = privateName(name, organizationId);
  const candidates = await appNames.describe([ofPrivate, name]);
  const choice = 'pointer' in source ? '"visibility": "…" in the body' : '?visibility=…';
  const choices = candidates.map((one) => describeChoice(one, choice));
  const detail = `'${name}' means more than one app. Add ${choices.join(', or ')}.`;
  return new AppError(problem('ambiguous_app', detail, source, { candidates }));
}

function describeChoice(
  { name, visibility, title, organization }: DescribedApp,
  choice: string,
): string {
  const added = choice.replace('…', visibility);
  return `${added} for ${name} (“${title}”) of ${organization.name} (${organization.id})`;
}

/** @throws AppError `forbidden` where another organization registered the app */
export function refuseUnlessOwner(
  app: Pick<App, 'name' | 'organizationId'>,
  { organizationId }: Principal,
): void {
  if (app.organizationId === organizationId) return;
  const detail = `Only the organization that registered '${app.name}' may do this.`;
  throw new AppError(problem('forbidden', detail));
}
