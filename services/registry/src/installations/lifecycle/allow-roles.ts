import type { RequestContext } from '@app-platform/http-api';
import type { AppReference } from '../../apps/find-app-version.ts';
import type { Principal } from '../../authentication/principal.ts';
import {
  changeInstallations,
  findInstallation,
  type InstallationDependencies,
  installationAfter,
} from '../change-installations.ts';
import type { Installation } from '../installation-store.ts';

/**
 * Sets the role ceiling of an installed app. No role waits for a decision afterwards: omitted roles are
 * refused. Grants keep the scopes that users gave, so new roles need a new consent.
 * @throws AppError `not_found`, `ambiguous_app`
 */
export function allowRoles(
  dependencies: InstallationDependencies,
  principal: Principal,
  { reference, roles }: { reference: AppReference; roles: string[] },
  context: RequestContext,
): Promise<Installation> {
  return changeInstallations(dependencies, principal, context, async (change) => {
    const { stores, at } = change;
    const { organizationId } = principal;
    const { appId, name, ...before } = await findInstallation(change, reference);
    await stores.installations.setRoles({ organizationId, appId, roles, at });
    await stores.audit.record({
      actor: principal,
      action: 'installation.roles_decided',
      subject: `${name}-${before.version}`,
      organizationId,
      context,
      before: { roles: before.roles, waitingRoles: before.waitingRoles },
      after: { roles },
    });
    return installationAfter(change, appId);
  });
}
