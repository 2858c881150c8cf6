import { ProblemList } from '@app-platform/app-definition';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Principal } from '../authentication/principal.ts';
import type { RegistryDatabase } from '../stores.ts';
import type { Change } from './install-version.ts';
import type { Installation } from './installation-store.ts';

export type InstallationDependencies = { database: RegistryDatabase; clock: Clock };

/**
 * Runs a change of an organization's installations in a transaction, one at a time.
 * @throws AppError with every problem that the change added
 */
export function changeInstallations<Result>(
  { database, clock }: InstallationDependencies,
  principal: Principal,
  context: RequestContext,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    await stores.organizations.lock(organizationId);
    const installed = await stores.installations.list(organizationId);
    const problems = new ProblemList();
    const change = { stores, principal, context, at: clock(), installed, problems };
    const result = await work(change);
    if (!problems.isEmpty) throw new AppError(problems.conflicts());
    return result;
  });
}

/** The installation of an app after a change without problems. @throws AppError with the problems */
export async function installationAfter(
  { stores, principal, problems }: Change,
  appId: bigint,
): Promise<Installation> {
  if (!problems.isEmpty) throw new AppError(problems.conflicts());
  const installation = await stores.installations.find(principal.organizationId, appId);
  if (!installation) throw new Error('an installation vanished inside its transaction');
  return installation;
}
