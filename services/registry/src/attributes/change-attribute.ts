import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  type AttributeDetails,
  attributeKey,
  findAttributeDetails,
  unchangedSetting,
} from './attribute-details.ts';
import type { AttributeSetting } from './attribute-setting-store.ts';
import type { AttributeName } from './attribute-store.ts';

/** What is left out stays. */
export type AttributeChange = Partial<AttributeSetting>;

/**
 * Changes what the principal's organization decided about an attribute.
 * @returns the attribute after the change
 * @throws AppError `not_found` where no app of the organization has the attribute
 */
export async function changeAttribute(
  { database }: Pick<Dependencies, 'database'>,
  principal: Principal,
  attribute: AttributeName,
  change: AttributeChange,
  context: RequestContext,
): Promise<AttributeDetails> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    // One change at a time, so that none is lost.
    await stores.organizations.lock(organizationId);
    const details = requireAttribute(
      await findAttributeDetails(stores, organizationId, attribute),
      attribute,
    );
    const before =
      (await stores.attributeSettings.find(organizationId, attribute)) ?? unchangedSetting;
    const after = { ...before, ...change };
    if (after.displayName === before.displayName && after.active === before.active) return details;
    await stores.attributeSettings.put(organizationId, attribute, after);
    await stores.audit.record({
      actor: principal,
      action: 'attribute.changed',
      subject: attributeKey(attribute),
      organizationId,
      context,
      before,
      after,
    });
    const displayName = after.displayName ?? details.appDisplayName;
    return { ...details, displayName, active: after.active };
  });
}

/** @throws AppError `not_found` */
export function requireAttribute(
  found: AttributeDetails | undefined,
  { klass, name }: AttributeName,
): AttributeDetails {
  if (found) return found;
  const detail = `No app of your organization has an attribute '${name}' of ${klass}. GET /v1/attributes lists those that there are.`;
  throw new AppError(problem('not_found', detail, { parameter: 'attribute' }));
}
