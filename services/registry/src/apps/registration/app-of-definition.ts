import { hash, randomBytes, randomInt } from 'node:crypto';
import { type AppDefinition, privateName } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { AppStores } from '../app-name-store.ts';
import type { App, LockedApp } from '../app-store.ts';
import { nameTaken, titleMissing, visibilityTaken } from './registration-problems.ts';

/** An app before it is stored. */
export type AddedApp = Omit<App, 'appId'>;

/** An app that has a version. */
type RegisteredApp = LockedApp & Pick<App, 'visibility'>;

function isRegistered(app: LockedApp): app is RegisteredApp {
  return app.visibility !== 'draft';
}

/** The app that a definition means, whose row is locked. */
export type AppOfDefinition = {
  name: string;
  /** Left out for a new app. It may be of another organization. */
  registered?: RegisteredApp;
  /**
   * The organization's app without versions: it has a draft alone, or all were unpublished. It keeps its
   * client id, and its identifier.
   */
  unversioned?: LockedApp;
};

/** Whether an app without versions had one, which was unpublished. Its identifier is fixed. */
export function hadVersion({ highestVersion }: LockedApp): boolean {
  return highestVersion !== '';
}

/** @throws AppError `duplicate`, `invalid_definition` for a name that cannot be chosen */
export async function findAppOf(
  { apps }: Pick<AppStores, 'apps'>,
  organizationId: string,
  definition: AppDefinition,
): Promise<AppOfDefinition> {
  const found = await apps.lock(possibleNames(organizationId, definition));
  const name = chooseName(organizationId, definition, found);
  const registered = found.filter(isRegistered).find((one) => one.name === name);
  if (registered) return { name, registered };
  const others = found.filter((one) => !isRegistered(one));
  const sameName = others.find((one) => one.name === name);
  if (sameName && sameName.organizationId !== organizationId) throw nameTaken(name);
  const unversioned = sameName ?? others.find((one) => one.organizationId === organizationId);
  return unversioned ? { name, unversioned } : { name };
}

/** Every private name ends like this, so no public name may. */
const PRIVATE_SUFFIX = /_[0-9a-f]{24}$/;

/** The `app` value without the suffix of the organization's private names. */
export function shortName(app: string, organizationId: string): string {
  const suffix = `_${organizationId}`;
  return app.endsWith(suffix) ? app.slice(0, -suffix.length) : app;
}

/** The names of the public and the private app of a definition. An organization has one of the two. */
function possibleNames(organizationId: string, { app }: AppDefinition): string[] {
  return [shortName(app, organizationId), privateName(app, organizationId)];
}

/**
 * A later version may leave visibility out: it is then of the app that the organization has by
 * that `app` value. So `app` and `version` alone recover a broken app, private or public.
 * @throws AppError `duplicate` where the organization has the app in the other visibility;
 *   `invalid_definition` for a public name that ends like a private one
 */
function chooseName(
  organizationId: string,
  definition: AppDefinition,
  found: readonly LockedApp[],
): string {
  const { visibility } = definition;
  const ofPrivate = privateName(definition.app, organizationId);
  // A private app may have the other's short name where the `app` value itself ends in the suffix.
  const owned = found.filter(
    (one) =>
      one.visibility !== 'draft' &&
      one.organizationId === organizationId &&
      (one.visibility === 'private') === (one.name === ofPrivate),
  );
  const name = nameOf(organizationId, definition, owned);
  const isOwned = owned.some((one) => one.name === name);
  const mayBePrivate = visibility === 'private' || (visibility === undefined && isOwned);
  if (!mayBePrivate && PRIVATE_SUFFIX.test(name)) {
    const detail = `'${name}' ends like the name of a private app. Choose another, or set visibility to private.`;
    throw new AppError(problem('invalid_definition', detail, { pointer: '/app' }));
  }
  const [other] = owned;
  // Both may exist from before this rule. Each gets new versions then.
  if (other && !isOwned) throw visibilityTaken(other);
  return name;
}

function nameOf(
  organizationId: string,
  { app, visibility }: AppDefinition,
  owned: readonly LockedApp[],
): string {
  const ofPrivate = privateName(app, organizationId);
  if (visibility === 'private') return ofPrivate;
  const isOwned = (name: string) => owned.some((one) => one.name === name);
  return visibility === undefined && !isOwned(app) && isOwned(ofPrivate) ? ofPrivate : app;
}

/** The app that a first version adds. @throws AppError `invalid_definition` without a title */
export function addedApp(
  { name, unversioned }: AppOfDefinition,
  organizationId: string,
  definition: AppDefinition,
  isRetry: boolean,
): AddedApp {
  const app = newApp(definition, name, organizationId, isRetry);
  if (!unversioned) return app;
  const { clientId, identifier } = unversioned;
  if (hadVersion(unversioned)) return { ...app, clientId, identifier };
  return isRetry || definition.identifier !== undefined
    ? { ...app, clientId }
    : { ...app, clientId, identifier };
}

/**
 * @param isRetry whether the app's own generated identifier may be taken
 * @throws AppError `invalid_definition` for a first version without a title
 */
function newApp(
  { title, visibility = 'public', identifier }: AppDefinition,
  name: string,
  organizationId: string,
  isRetry: boolean,
): AddedApp {
  if (title === undefined) throw titleMissing();
  return {
    name,
    organizationId,
    visibility,
    identifier: identifier ?? (isRetry ? randomIdentifier() : identifierFor(name)),
    clientId: newClientId(),
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`;
const GENERATED_LENGTH = 8;

/** One of 2 × 10¹² identifiers. Derived from the name, so that a validation reports the same one. */
export function identifierFor(name: string): string {
  const digest = hash('sha256', `identifier of ${name}`, 'buffer');
  return identifierOf((alphabet, index) => alphabet.charAt((digest[index] ?? 0) % alphabet.length));
}

/** For an app whose derived identifier is taken. A second collision is not possible in practice. */
function randomIdentifier(): string {
  return identifierOf((alphabet) => alphabet.charAt(randomInt(alphabet.length)));
}

function identifierOf(pick: (alphabet: string, index: number) => string): string {
  const rest = Array.from({ length: GENERATED_LENGTH - 1 }, (_, index) =>
    pick(LETTERS_AND_DIGITS, index + 1),
  );
  return pick(LETTERS, 0) + rest.join('');
}

/** An OAuth client id: public, random, fixed for all versions of an app. */
export function newClientId(): string {
  return randomBytes(12).toString('hex');
}
