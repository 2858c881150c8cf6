import type {
  CreateAccountRequest,
  CreatedAccount,
  NewUser,
  PasswordLinkRecord,
  UserRecord,
} from '@app-platform/contracts';
import { type InternalClient, RefusedCall } from '../internal-client.ts';
import { messageOf, otherRoles } from './compare.ts';
import type { UserEntry } from './platform-file-schema.ts';
import type { UserReport } from './report.ts';

const PATH = '/internal/users';

type UserPage = { data: { id: string; attributes: Omit<UserRecord, 'id'> }[] };
type InvitedUser = { data: { id: string }; meta: { passwordLink: PasswordLinkRecord } };

/** Creates a user, unless one of the organization has the email address. */
export async function applyUser(
  oauth: InternalClient,
  organizationId: string,
  entry: UserEntry,
): Promise<UserReport> {
  try {
    return await ensureUser(oauth, organizationId, entry);
  } catch (error) {
    return { email: entry.email, outcome: 'failed', error: messageOf(error) };
  }
}

async function ensureUser(
  oauth: InternalClient,
  organizationId: string,
  entry: UserEntry,
): Promise<UserReport> {
  const { email } = entry;
  const existing = await findUser(oauth, organizationId, entry);
  if (existing) return existing;
  try {
    return { email, outcome: 'created', ...(await createUser(oauth, organizationId, entry)) };
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.status !== 409) throw error;
    // Another apply at the same time may have created the user.
    const created = await findUser(oauth, organizationId, entry);
    if (created) return created;
    throw error;
  }
}

async function findUser(
  oauth: InternalClient,
  organizationId: string,
  { email, roles }: UserEntry,
): Promise<UserReport | undefined> {
  const query = new URLSearchParams({ organizationId, email });
  const { data } = await oauth.call<UserPage>('GET', `${PATH}?${query}`);
  // A service of the release before answers with the user of any organization.
  const found = data.find(({ attributes }) => attributes.organizationId === organizationId);
  if (!found) return undefined;
  const differences = otherRoles(roles, found.attributes.roles);
  return { email, id: found.id, outcome: 'unchanged', ...differences };
}

async function createUser(
  oauth: InternalClient,
  organizationId: string,
  { email, roles, password, upstreamSubject }: UserEntry,
): Promise<Pick<UserReport, 'id' | 'link'>> {
  if (password === undefined && upstreamSubject === undefined) {
    const request: NewUser & { organizationId: string } = { organizationId, email, roles };
    const { data, meta } = await oauth.call<InvitedUser>('POST', PATH, request);
    return { id: data.id, link: meta.passwordLink };
  }
  const request: CreateAccountRequest = {
    organizationId,
    email,
    roles,
    ...(password !== undefined && { password }),
    ...(upstreamSubject !== undefined && { upstreamSubject }),
  };
  return oauth.call<CreatedAccount>('POST', '/internal/accounts', request);
}
