import { holdsRole, isFirstPartyClient, problem, roles } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';

/** Whether the caller answers requests: by installing the app, or by dismissing them. */
export function isAdministrator(principal: Principal): boolean {
  return holdsRole(principal.roles, roles.apps);
}

/**
 * The id of the user who has signed in to the console or the command line.
 * @throws AppError `forbidden` for an API key, and for the access token of an app, which is not to ask
 *   in the name of its user
 */
export function askingUser({ kind, clientId, userId }: Principal): string {
  if (userId !== undefined && isFirstPartyClient(clientId)) return userId;
  const reason =
    kind === 'api_key'
      ? 'An API key names no user'
      : 'An access token of an app may not ask for its user';
  const detail = `${reason}. Sign in to the console or the command line, and use that access token.`;
  throw new AppError(problem('forbidden', detail, { header: 'authorization' }));
}
