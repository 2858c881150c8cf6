import { randomUUID } from 'node:crypto';
import { missingRoles, problem } from '@app-platform/contracts';
import { AppError, credentialDigest, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Actor } from '../audit/audit-store.ts';
import { credentialPrefixes, newCredential } from '../authentication/credential.ts';
import type { Principal } from '../authentication/principal.ts';
import type { RegistryDatabase, Stores } from '../stores.ts';
import type { ApiKey } from './api-key-store.ts';

const HINT_CHARACTERS = 8;

export type ApiKeyDependencies = { database: RegistryDatabase; clock: Clock };
export type NewApiKey = { name: string; roles: string[] };
export type CreatedApiKey = { apiKey: ApiKey; key: string };

/**
 * Creates an API key for an organization.
 * @returns the record, and the key itself, which cannot be had again
 * @throws AppError `not_found` where there is no such organization
 */
export async function createApiKey(
  { database, clock }: ApiKeyDependencies,
  actor: Actor,
  organizationId: string,
  newKey: NewApiKey,
  context: RequestContext,
): Promise<CreatedApiKey> {
  return database.transaction((stores) =>
    insertApiKey(stores, { actor, organizationId, newKey, now: clock(), context }),
  );
}

export type ApiKeyInsertion = {
  actor: Actor;
  organizationId: string;
  newKey: NewApiKey;
  now: Date;
  context: RequestContext;
};

/** The part in a transaction. */
export async function insertApiKey(
  stores: Stores,
  { actor, organizationId, newKey: { name, roles }, now, context }: ApiKeyInsertion,
): Promise<CreatedApiKey> {
  if (!(await stores.organizations.find(organizationId))) {
    const detail = 'There is no organization of this id.';
    throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
  }
  const key = newCredential(credentialPrefixes.apiKey);
  const apiKey: ApiKey = {
    id: randomUUID(),
    organizationId,
    name,
    hint: key.slice(0, HINT_CHARACTERS),
    roles: [...new Set(roles)].sort(),
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  };
  await stores.apiKeys.create(apiKey, credentialDigest(key));
  await stores.audit.record({
    actor,
    action: 'api_key.created',
    subject: apiKey.id,
    organizationId,
    context,
    after: { name, roles: apiKey.roles },
  });
  return { apiKey, key };
}

/** @throws AppError `forbidden`: a key can hand on only the roles that its creator holds */
export function refuseRolesNotHeld(principal: Principal, roles: string[]): void {
  const missing = missingRoles(principal.roles, { all: roles });
  if (missing.length === 0) return;
  const detail = `A new key can hold only roles that yours holds. Missing: ${missing.join(', ')}.`;
  throw new AppError(
    problem('forbidden', detail, { pointer: '/roles' }, { missingRoles: missing }),
  );
}
