import { randomUUID } from 'node:crypto';
import { missingRoles, problem } from '@app-platform/contracts';
import { AppError, credentialDigest, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Actor } from '../audit/audit-store.ts';
import { credentialPrefixes, newCredential } from '../authentication/credential.ts';
import type { Principal } from '../authentication/principal.ts';
import type { RegistryDatabase } from '../stores.ts';
import type { ApiKey } from './api-key-store.ts';

const HINT_CHARACTERS = 8;

/**
 * Creates an API key for an organization.
 * @returns the record, and the key itself, which cannot be had again
 * @throws AppError `not_found` where there is no such organization
 */
export async function createApiKey(
  { database, clock }: { database: RegistryDatabase; clock: Clock },
  actor: Actor,
  organizationId: string,
  { name, roles }: { name: string; roles: string[] },
  context: RequestContext,
): Promise<{ apiKey: ApiKey; key: string }> {
  const key = newCredential(credentialPrefixes.apiKey);
  const apiKey: ApiKey = {
    id: randomUUID(),
    organizationId,
    name,
    hint: key.slice(0, HINT_CHARACTERS),
    roles: [...new Set(roles)].sort(),
    createdAt: clock(),
    lastUsedAt: null,
    revokedAt: null,
  };
  await database.transaction(async (stores) => {
    if (!(await stores.organizations.find(organizationId))) {
      const detail = 'There is no organization of this id.';
      throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
    }
    await stores.apiKeys.create(apiKey, credentialDigest(key));
    await stores.audit.record({
      actor,
      action: 'api_key.created',
      subject: apiKey.id,
      organizationId,
      context,
      after: { name, roles: apiKey.roles },
    });
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
