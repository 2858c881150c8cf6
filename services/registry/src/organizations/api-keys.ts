import { randomUUID } from 'node:crypto';
import { type EnsuredApiKey, missingRoles, problem } from '@app-platform/contracts';
import { AppError, credentialDigest, type RequestContext } from '@app-platform/http-api';
import { type Clock, DEFAULT_CELL } from '@app-platform/runtime';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { ApiKey, ApiKeyStore } from '../authentication/api-key-store.ts';
import { credentialPrefixes, newCredential } from '../authentication/credential.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Database } from '../database/database.ts';
import type { OrganizationStores } from './organization-store.ts';

/** Of the random part; its beginning and the cell come before them. */
const HINT_CHARACTERS = 4;

type ApiKeyStores = OrganizationStores & AuditStores & { apiKeys: ApiKeyStore };

export type ApiKeyDependencies = {
  database: Database<ApiKeyStores>;
  clock: Clock;
  cell?: string | undefined;
};
export type NewApiKey = { name: string; roles: string[] };
export type CreatedApiKey = { apiKey: ApiKey; key: string };

/**
 * Creates an API key for an organization.
 * @returns the record, and the key itself, which cannot be had again
 * @throws AppError `not_found` where there is no such organization
 */
export async function createApiKey(
  { database, clock, cell }: ApiKeyDependencies,
  actor: Actor,
  organizationId: string,
  newKey: NewApiKey,
  context: RequestContext,
): Promise<CreatedApiKey> {
  return database.transaction((stores) =>
    insertApiKey(stores, { actor, organizationId, newKey, cell, now: clock(), context }),
  );
}

export type ApiKeyInsertion = {
  actor: Actor;
  organizationId: string;
  newKey: NewApiKey;
  /** What the new key names. */
  cell?: string | undefined;
  now: Date;
  context: RequestContext;
};

/** The part in a transaction. */
async function insertApiKey(
  stores: ApiKeyStores,
  {
    actor,
    organizationId,
    newKey: { name, roles },
    cell = DEFAULT_CELL,
    now,
    context,
  }: ApiKeyInsertion,
): Promise<CreatedApiKey> {
  if (!(await stores.organizations.find(organizationId))) {
    const detail = 'There is no organization of this id.';
    throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
  }
  const prefix = `${credentialPrefixes.apiKey}${cell}_`;
  const key = newCredential(prefix);
  const apiKey: ApiKey = {
    id: randomUUID(),
    organizationId,
    name,
    hint: key.slice(0, prefix.length + HINT_CHARACTERS),
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

/**
 * The API key of a name that is not revoked, created if there is none. The same request at the same
 * time creates one key.
 * @throws AppError `ambiguous_name` where more than one key has the name, `not_found` for an unknown
 *   organization
 */
export async function ensureApiKey(
  database: Database<ApiKeyStores>,
  insertion: ApiKeyInsertion,
): Promise<EnsuredApiKey> {
  const { organizationId, newKey } = insertion;
  return database.transaction(async (stores) => {
    await stores.organizations.lock(organizationId);
    const found = await stores.apiKeys.findByName(organizationId, newKey.name);
    const [existing] = found;
    if (!existing) {
      const { apiKey, key } = await insertApiKey(stores, insertion);
      return { id: apiKey.id, name: apiKey.name, roles: apiKey.roles, created: true, key };
    }
    if (found.length === 1) {
      const { id, name, roles } = existing;
      return { id, name, roles, created: false };
    }
    const detail = 'More than one API key of the organization has this name. Revoke all but one.';
    throw new AppError(problem('ambiguous_name', detail, { pointer: '/name' }));
  });
}

/** Revokes an API key at once. Revoking it again changes nothing. */
export async function revokeApiKey(
  { database, clock }: ApiKeyDependencies,
  principal: Principal,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { organizationId } = principal;
  await database.transaction(async (stores) => {
    if (!(await stores.apiKeys.find(organizationId, id))) {
      const detail = 'Your organization has no API key of this id.';
      throw new AppError(problem('not_found', detail, { parameter: 'id' }));
    }
    const revoked = await stores.apiKeys.revoke(organizationId, id, clock());
    if (!revoked) return;
    await stores.audit.record({
      actor: principal,
      action: 'api_key.revoked',
      subject: id,
      organizationId,
      context,
    });
  });
}
