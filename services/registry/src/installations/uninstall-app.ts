import { ProblemList } from '@app-platform/app-definition';
import { type Problem, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import { type AppReference, findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { dependentsOn } from './dependencies.ts';
import type { Installation } from './installation-store.ts';

/**
 * Uninstalls an app from the principal's organization.
 * @throws AppError `ambiguous_app`, `not_found` where it is not installed, `dependency_required` with
 *   the names of the installed apps that depend on it
 */
export async function uninstallApp(
  dependencies: Dependencies,
  principal: Principal,
  reference: AppReference,
  context: RequestContext,
): Promise<void> {
  const { organizationId } = principal;
  // A version would be ignored.
  if (reference.text.includes('-')) throw notInstalled(reference.text);
  const ended = await dependencies.database.transaction(async (stores) => {
    await stores.organizations.lock(organizationId);
    const { name } = await findAppVersion(stores, principal, reference);
    const installed = await stores.installations.list(organizationId);
    const installation = installed.find((one) => one.name === name);
    if (!installation) throw notInstalled(name);
    refuseWhileRequired(name, installed);
    await stores.installations.remove(organizationId, installation.appId);
    await stores.audit.record({
      actor: principal,
      action: 'installation.removed',
      subject: `${name}-${installation.version}`,
      organizationId,
      context,
      before: { version: installation.version },
    });
    return installation;
  });
  void revokeGrants(dependencies, organizationId, ended);
}

function notInstalled(name: string): AppError {
  const detail = `The app '${name}' is not installed. See GET /v1/apps/installed.`;
  return new AppError(problem('not_found', detail, { parameter: 'name' }));
}

/**
 * Runs after the answer, and may fail: both services refuse grants from before an installation. It
 * ends them at once, so that they are not stored for ever.
 */
async function revokeGrants(
  { oauthClient, logger }: Dependencies,
  organizationId: string,
  { clientId, installedSince: since }: Installation,
): Promise<void> {
  const request = { organizationId, clientId, installedSince: since.toISOString() };
  await oauthClient?.revokeGrants(request).catch((error: unknown) => {
    logger.warn(
      { err: error, organizationId, clientId },
      'grants not revoked at the OAuth service',
    );
  });
}

/** @throws AppError with a problem for each rule of an installed app that names this one */
function refuseWhileRequired(name: string, installed: readonly Installation[]): void {
  const problems = new ProblemList();
  for (const dependency of dependentsOn(name, installed)) {
    problems.add(() => required(name, dependency));
  }
  if (!problems.isEmpty) throw new AppError(problems.conflicts());
}

function required(
  name: string,
  { dependent, rule }: ReturnType<typeof dependentsOn>[number],
): Problem {
  const { name: app, version } = dependent;
  const detail = `${app} ${version} requires ${rule}. Uninstall ${app} before ${name}.`;
  return problem('dependency_required', detail, { parameter: 'name' }, { app, version, rule });
}
