import { type Check, type Facts, failed, passed } from './check.ts';

/** Whether the organization has the app installed, and nobody blocks it. */
export function checkInstallation({ client, organizationId, installation }: Facts): Check[] {
  const { app } = client;
  const blocked =
    client.blockedReason === null
      ? passed('block', 'The app is not blocked.')
      : failed(
          'block',
          `The operator has blocked '${app}' (“${client.blockedReason}”). Ask the operator what to correct.`,
        );
  if (!installation) {
    const detail = `'${app}' is not installed in the organization ${organizationId}${elsewhere(client.installed)}. An administrator there installs it: POST /v1/apps/installed {"app":"${app}"}. Until then the answer is invalid_client.`;
    return [blocked, failed('installation', detail, { meta: { organizationId } })];
  }
  const { version } = installation;
  const detail = `Version ${version} is installed in the organization ${organizationId}.`;
  return [blocked, passed('installation', detail, { organizationId, version })];
}

function elsewhere(isInstalled: boolean): string {
  return isInstalled ? ', though another one has it' : '';
}
