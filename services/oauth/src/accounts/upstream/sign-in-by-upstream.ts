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

/** Finds the account of an upstream identity, and audits the sign-in. */
export async function signInByUpstream(
  dependencies: UpstreamMatchDependencies,
  identity: UpstreamIdentity,
  context: RequestContext,
  clientId?: string,
): Promise<Account | undefined> {
  const account = await matchAccount(dependencies, identity, clientId);
  await dependencies.audit.record({
    actor: account ? { kind: 'account', id: account.id } : unknown,
    action: account ? 'sign_in.succeeded' : 'sign_in.refused',
    subject: account?.id ?? '',
    organizationId: account?.organizationId ?? null,
    context,
    detail: { upstreamIssuer: identity.issuer, upstreamSubject: identity.subject },
  });
  dependencies.signIns.count('upstream', account ? 'succeeded' : 'refused');
  return account;
}

/**
 * Matches by issuer and subject only: an email address is no proof, and could open an account of
 * another organization.
 * @param clientId the app, which selects among accounts in several organizations: first those that
 *   have it installed, then the one that owns it
 * @returns undefined if there is no account, or no single best one
 */
async function matchAccount(
  { accounts, clients }: UpstreamMatchDependencies,
  identity: UpstreamIdentity,
  clientId?: string,
): Promise<Account | undefined> {
  const candidates = await accounts.findByUpstream(identity);
  if (candidates.length < 2 || clientId === undefined) {
    return candidates.length === 1 ? candidates[0] : undefined;
  }
  const candidatesWithClient = await Promise.all(
    candidates.map(async (account) => {
      const client = await clients.lookUp(clientId, account.organizationId);
      return { account, client };
    }),
  );
  const installed = candidatesWithClient.filter(({ client }) => client?.installedSince);
  const ofOwner = installed.find(
    ({ account, client }) => client?.organizationId === account.organizationId,
  );
  return (installed.length === 1 ? installed[0] : ofOwner)?.account;
}
