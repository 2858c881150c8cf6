import {
  emailAddressToFind,
  isFirstPartyClient,
  problem,
  type UserRecord,
} from '@app-platform/contracts';
import { AppError, unauthorized } from '@app-platform/http-api';
import type { ApiCaller } from '../authentication/api-caller.ts';
import type { UserStore } from './user-store.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The roles of an organization's user.
 * @param user id or email address
 * @returns null where the organization has no such user
 */
export async function findUserRoles(
  users: Pick<UserStore, 'find' | 'findByEmail'>,
  organizationId: string,
  user: string,
): Promise<string[] | null> {
  const found = ID.test(user)
    ? await users.find(user)
    : await users.findByEmail(organizationId, emailAddressToFind(user));
  return found?.organizationId === organizationId ? found.roles : null;
}

/**
 * The user whose access token is calling.
 * @throws AppError `forbidden` for an API key, and for the access token of an app: no role lets an app
 *   read users, so it does not learn the email address of its own user either. `unauthorized` for a user
 *   who was disabled or deleted: the registry accepts the token until it has read the revocation.
 */
export async function readSignedInUser(
  users: Pick<UserStore, 'find'>,
  { kind, id, clientId }: ApiCaller,
): Promise<UserRecord> {
  if (!isFirstPartyClient(clientId)) throw noSignedInUser(kind);
  const user = await users.find(id);
  if (user && user.disabledAt === null) return user;
  throw unauthorized('The user was disabled or deleted.', 'invalid_token');
}

function noSignedInUser(kind: ApiCaller['kind']): AppError {
  const reason =
    kind === 'api_key'
      ? 'An API key belongs to no user'
      : 'An access token of an app may not read its user';
  const detail = `${reason}. Sign in to the console or the command line, and use that access token.`;
  return new AppError(problem('forbidden', detail, { header: 'authorization' }));
}
