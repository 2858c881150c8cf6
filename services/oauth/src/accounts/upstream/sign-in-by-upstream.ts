import type { RequestContext } from '@app-platform/http-api';
import { type AuditStore, unknown } from '../../audit/audit-store.ts';
import type { SignInCounts } from '../../metrics/oauth-metrics.ts';
import type { ClientAdapter } from '../../provider/client-adapter.ts';
import type { Account, AccountStore } from '../account-store.ts';
import type { UpstreamIdentity } from './upstream-provider.ts';

export type UpstreamMatchDependencies = {
  accounts: AccountStore;
  clients: ClientAdapter;
  audit: AuditStore;
  signIns: SignInCounts;
};

/**
 * Finds the accounts of an upstream identity. Where it is a single one, its sign-in is audited; of
 * several accounts the user chooses one.
 *
 * Matches by issuer and subject only: an email address is no proof, and could open an account of
 * another organization.
 * @param clientId the app, whose installation decides where one organization alone has it; left out
 *   where the user is to choose
 */
export async function signInByUpstream(
  dependencies: UpstreamMatchDependencies,
  identity: UpstreamIdentity,
  context: RequestContext,
  clientId?: string,
): Promise<Account[]> {
  const found = await dependencies.accounts.findByUpstream(identity);
  const fitting = await withApp(dependencies, found, clientId);
  if (fitting.length > 1) return fitting;
  const [account] = fitting;
  await dependencies.audit.record({
    actor: account ? { kind: 'account', id: account.id } : unknown,
    action: account ? 'sign_in.succeeded' : 'sign_in.refused',
    subject: account?.id ?? '',
    organizationId: account?.organizationId ?? null,
    context,
    detail: upstreamDetail(identity),
  });
  dependencies.signIns.count('upstream', account ? 'succeeded' : 'refused');
  return fitting;
}

/** The identity, for an audit event. */
export function upstreamDetail({ issuer, subject }: UpstreamIdentity) {
  return { upstreamIssuer: issuer, upstreamSubject: subject };
}

/** The accounts whose organizations have the app installed; all where none has. */
async function withApp(
  { clients }: UpstreamMatchDependencies,
  found: Account[],
  clientId: string | undefined,
): Promise<Account[]> {
  if (found.length < 2 || clientId === undefined) return found;
  const records = await Promise.all(
    found.map(({ organizationId }) => clients.lookUp(clientId, organizationId)),
  );
  const installed = found.filter((_, index) => records[index]?.installedSince);
  return installed.length > 0 ? installed : found;
}
