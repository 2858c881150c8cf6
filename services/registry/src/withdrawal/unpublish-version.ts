import { parseAppVersion } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { appVersionId } from '../apps/available-app.ts';
import { refuseBlocked } from '../apps/blocking.ts';
import { chooseCurrentVersion } from './current-version.ts';
import {
  changeOwnVersion,
  type OwnVersion,
  type VersionRequest,
  type WithdrawalDependencies,
} from './withdraw-version.ts';

const MOST_HOURS = 72;

/**
 * Removes a version for ever. Its number cannot be registered again. An app without versions is gone
 * for its readers; its row stays, so that it comes back as the same app.
 * @throws AppError `invalid_parameter` where the request names no version, `version_too_old`,
 *   `version_in_use`, `app_blocked`
 */
export async function unpublishVersion(
  dependencies: WithdrawalDependencies,
  request: VersionRequest,
): Promise<void> {
  const { text, source } = request.reference;
  if (parseAppVersion(text)?.version === undefined) {
    const detail = 'Name the version to unpublish: <name>-<version>, such as my_app-1.0.0.';
    throw new AppError(problem('invalid_parameter', detail, source));
  }
  await changeOwnVersion(dependencies, request, async (own) => {
    await refuseUnpublishing(own, request.principal.organizationId);
    const { stores, app, version, at } = own;
    await stores.withdrawals.unpublishVersion(version.versionId, at);
    if (!(await chooseCurrentVersion(stores, app))) await unpublishApp(own);
    const before = { version: version.version, createdAt: version.createdAt.toISOString() };
    return { recorded: { action: 'app_version.unpublished', before }, more: undefined };
  });
}

async function refuseUnpublishing(own: OwnVersion, organizationId: string): Promise<void> {
  const { stores, app, version, at } = own;
  refuseBlocked(app, { parameter: 'appVersion' });
  const id = appVersionId(version);
  const hours = (at.getTime() - version.createdAt.getTime()) / 3_600_000;
  if (hours > MOST_HOURS) {
    const detail = `${id} was registered more than ${MOST_HOURS} hours ago. Yank it instead: POST /v1/apps/available/${id}/yank.`;
    throw new AppError(problem('version_too_old', detail, { parameter: 'appVersion' }));
  }
  const counted = await stores.withdrawals.countInstallations(version.versionId, organizationId);
  if (counted.others > 0) {
    const detail = `${counted.others} other organizations have ${id} installed. Yank it instead: POST /v1/apps/available/${id}/yank.`;
    throw inUse(detail);
  }
  if (counted.own > 0) {
    throw inUse(`Your organization has ${id} installed. Uninstall it, or install another version.`);
  }
}

async function unpublishApp({ stores, app }: OwnVersion): Promise<void> {
  if (await stores.withdrawals.hasInstallation(app.appId)) {
    throw inUse(`A draft of ${app.name} is installed. Uninstall it before the last version goes.`);
  }
  await stores.withdrawals.unpublishApp(app.appId);
  await stores.events.setLifecycleWebhooks(app, []);
}

function inUse(detail: string): AppError {
  return new AppError(problem('version_in_use', detail, { parameter: 'appVersion' }));
}
