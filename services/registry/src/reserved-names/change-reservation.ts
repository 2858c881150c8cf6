import { problem, type ReservedName } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Actor } from '../audit/audit-store.ts';
import type { RegistryDatabase } from '../stores.ts';
import { patternSkeleton } from './pattern-skeleton.ts';

/**
 * Reserves names of public apps for one organization, or for none. Apps that have such a name
 * already stay as they are.
 * @throws AppError `not_found` for an unknown organization
 */
export async function reserveName(
  database: RegistryDatabase,
  actor: Actor,
  name: ReservedName,
  context: RequestContext,
): Promise<ReservedName> {
  const { pattern, organizationId } = name;
  const skeleton = patternSkeleton(pattern);
  await database.transaction(async (stores) => {
    if (organizationId !== null && !(await stores.organizations.find(organizationId))) {
      const detail = 'There is no organization of this id.';
      throw new AppError(problem('not_found', detail, { pointer: '/organizationId' }));
    }
    const before = await stores.reservedNames.find(skeleton);
    await stores.reservedNames.save(skeleton, name);
    await stores.audit.record({
      actor,
      action: 'name.reserved',
      subject: pattern,
      organizationId,
      context,
      ...(before && { before }),
      after: name,
    });
  });
  return name;
}

/** @throws AppError `not_found` for a pattern that is not reserved */
export async function releaseName(
  database: RegistryDatabase,
  actor: Actor,
  pattern: string,
  context: RequestContext,
): Promise<ReservedName> {
  const skeleton = patternSkeleton(pattern);
  return database.transaction(async (stores) => {
    const before = await stores.reservedNames.find(skeleton);
    if (!before) {
      const detail = `'${pattern}' is not reserved. List what is: operator name list`;
      throw new AppError(problem('not_found', detail, { parameter: 'pattern' }));
    }
    await stores.reservedNames.remove(skeleton);
    await stores.audit.record({
      actor,
      action: 'name.released',
      subject: before.pattern,
      organizationId: before.organizationId,
      context,
      before,
    });
    return before;
  });
}
