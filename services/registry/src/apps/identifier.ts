import { randomInt } from 'node:crypto';
import { type AppDefinition, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/service-kit';
import type { Stores } from '../database/database.ts';
import type { App } from './app-version.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`;
const GENERATED_LENGTH = 8;
/** Of 2 × 10¹² identifiers two tries in a row are taken only where something is wrong. */
const MOST_TRIES = 5;

/**
 * The identifier that an app's attributes begin with: as defined, else generated.
 * One that a public app holds belongs to that app's organization.
 * @throws AppError `duplicate` on `identifier`
 */
export async function identifierForNewApp(
  stores: Stores,
  organizationId: string,
  visibility: App['visibility'],
  { identifier }: AppDefinition,
): Promise<string> {
  if (identifier !== undefined) {
    if (await obtain(stores, organizationId, visibility, identifier)) return identifier;
    const detail = `The identifier '${identifier}' is in use by another organization. Choose another, or leave it out to have one generated.`;
    throw new AppError(problem('duplicate', detail, { parameter: 'identifier' }));
  }
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const generated = generateIdentifier();
    if (await obtain(stores, organizationId, visibility, generated)) return generated;
  }
  throw new Error('no free identifier was found');
}

async function obtain(
  stores: Stores,
  organizationId: string,
  visibility: App['visibility'],
  identifier: string,
): Promise<boolean> {
  const owner =
    visibility === 'public'
      ? await stores.apps.claimIdentifier(identifier, organizationId)
      : await stores.apps.identifierOwner(identifier);
  return owner === undefined || owner === organizationId;
}

function generateIdentifier(): string {
  const pick = (alphabet: string) => alphabet.charAt(randomInt(alphabet.length));
  const rest = Array.from({ length: GENERATED_LENGTH - 1 }, () => pick(LETTERS_AND_DIGITS));
  return pick(LETTERS) + rest.join('');
}
