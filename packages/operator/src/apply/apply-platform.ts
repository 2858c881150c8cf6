import type {
  CreateAccountRequest,
  CreatedAccount,
  EnsureApiKeyRequest,
  EnsuredApiKey,
  EnsuredOrganization,
  NewUser,
  PasswordLinkRecord,
  UserRecord,
  VerifiedOrganizationRecord,
} from '@app-platform/contracts';
import { type InternalClient, RefusedCall } from '../internal-client.ts';
import type {
  ApiKeyEntry,
  OrganizationEntry,
  PlatformFile,
  UserEntry,
} from './platform-file-schema.ts';

const ORGANIZATIONS = '/internal/organizations';
const USERS = '/internal/users';

type PlatformClients = { registry: InternalClient; oauth: InternalClient };

/** An entry's `differs` names the properties that differ from the file; they are not changed. */
export type Outcome = 'created' | 'changed' | 'unchanged' | 'failed';

type ApiKeyReport = {
  name: string;
  id?: string;
  outcome: Outcome;
  /** Only in the run that created it. */
  key?: string;
  differs?: string[];
  error?: string;
};

type UserReport = {
  email: string;
  id?: string;
  outcome: Outcome;
  /** Only in the run that created the user. */
  link?: PasswordLinkRecord;
  differs?: string[];
  error?: string;
};

type OrganizationReport = {
  name?: string;
  id?: string;
  outcome: Outcome;
  verified?: boolean;
  error?: string;
  apiKeys: ApiKeyReport[];
  users: UserReport[];
};

export type PlatformReport = { organizations: OrganizationReport[] };

/**
 * Creates the entries of a platform file that do not exist. Existing entries keep everything except
 * `verified`. An entry that fails does not stop the others, because the report has new API keys.
 */
export async function applyPlatform(
  clients: PlatformClients,
  { organizations }: PlatformFile,
  reportProgress: (text: string) => void,
): Promise<PlatformReport> {
  const report: PlatformReport = { organizations: [] };
  for (const entry of organizations) {
    reportProgress(`Applying the organization ${entry.name ?? entry.id}…`);
    report.organizations.push(await applyOrganization(clients, entry));
  }
  return report;
}

async function applyOrganization(
  clients: PlatformClients,
  entry: OrganizationEntry,
): Promise<OrganizationReport> {
  const { name, id } = entry;
  const known = { ...(name !== undefined && { name }), ...(id !== undefined && { id }) };
  const report: OrganizationReport = { ...known, outcome: 'failed', apiKeys: [], users: [] };
  try {
    const { created, ...organization } = await ensureOrganization(clients.registry, entry);
    Object.assign(report, organization, { outcome: created ? 'created' : 'unchanged' });
    if (entry.verified !== undefined && entry.verified !== organization.verified) {
      await clients.registry.call('PATCH', `${ORGANIZATIONS}/${organization.id}`, {
        verified: entry.verified,
      });
      report.verified = entry.verified;
      if (!created) report.outcome = 'changed';
    }
    for (const apiKey of entry.apiKeys ?? []) {
      report.apiKeys.push(await applyApiKey(clients.registry, organization.id, apiKey));
    }
    for (const user of entry.users ?? []) {
      report.users.push(await applyUser(clients.oauth, organization.id, user));
    }
  } catch (error) {
    Object.assign(report, { outcome: 'failed', error: messageOf(error) });
  }
  return report;
}

async function ensureOrganization(
  registry: InternalClient,
  { id, name }: OrganizationEntry,
): Promise<EnsuredOrganization> {
  if (id === undefined) return registry.call('PUT', ORGANIZATIONS, { name });
  const found = await registry.call<VerifiedOrganizationRecord>('GET', `${ORGANIZATIONS}/${id}`);
  return { ...found, created: false };
}

async function applyApiKey(
  registry: InternalClient,
  organizationId: string,
  { name, roles }: ApiKeyEntry,
): Promise<ApiKeyReport> {
  try {
    const request: EnsureApiKeyRequest = { name, roles };
    const path = `${ORGANIZATIONS}/${organizationId}/api-keys`;
    const ensured = await registry.call<EnsuredApiKey>('PUT', path, request);
    if (ensured.created)
      return { name, id: ensured.id, outcome: 'created', key: ensured.key ?? '' };
    return { name, id: ensured.id, outcome: 'unchanged', ...otherRoles(roles, ensured.roles) };
  } catch (error) {
    return { name, outcome: 'failed', error: messageOf(error) };
  }
}

type UserPage = { data: { id: string; attributes: Omit<UserRecord, 'id'> }[] };
type InvitedUser = { data: { id: string }; meta: { passwordLink: PasswordLinkRecord } };

/** Creates a user, unless one of the organization has the email address. */
async function applyUser(
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
  const { data } = await oauth.call<UserPage>('GET', `${USERS}?${query}`);
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
    const { data, meta } = await oauth.call<InvitedUser>('POST', USERS, request);
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

/** Reports other roles instead of changing them: an administrator may have reduced them on purpose. */
function otherRoles(wanted: string[], held: string[]): { differs?: string[] } {
  const isSame = new Set(wanted).symmetricDifference(new Set(held)).size === 0;
  return isSame ? {} : { differs: ['roles'] };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
