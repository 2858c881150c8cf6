import type {
  EnsureApiKeyRequest,
  EnsuredApiKey,
  EnsuredOrganization,
  VerifiedOrganizationRecord,
} from '@app-platform/contracts';
import type { InternalClient } from '../internal-client.ts';
import { applyUser } from './apply-user.ts';
import { messageOf, otherRoles } from './compare.ts';
import type { ApiKeyEntry, OrganizationEntry, PlatformFile } from './platform-file-schema.ts';
import type { ApiKeyReport, OrganizationReport, PlatformReport } from './report.ts';

const PATH = '/internal/organizations';

export type PlatformClients = { registry: InternalClient; oauth: InternalClient };

/**
 * Creates what a platform file names and the platform lacks. Nothing that exists is changed except
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
      await clients.registry.call('PATCH', `${PATH}/${organization.id}`, {
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
  if (id === undefined) return registry.call('PUT', PATH, { name });
  const found = await registry.call<VerifiedOrganizationRecord>('GET', `${PATH}/${id}`);
  return { ...found, created: false };
}

async function applyApiKey(
  registry: InternalClient,
  organizationId: string,
  { name, roles }: ApiKeyEntry,
): Promise<ApiKeyReport> {
  try {
    const request: EnsureApiKeyRequest = { name, roles };
    const path = `${PATH}/${organizationId}/api-keys`;
    const ensured = await registry.call<EnsuredApiKey>('PUT', path, request);
    if (ensured.created)
      return { name, id: ensured.id, outcome: 'created', key: ensured.key ?? '' };
    return { name, id: ensured.id, outcome: 'unchanged', ...otherRoles(roles, ensured.roles) };
  } catch (error) {
    return { name, outcome: 'failed', error: messageOf(error) };
  }
}
