import type { RequestContext } from '@app-platform/service-kit';
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

/** {@link matchAccount}, recorded. */
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
 * Finds the account of somebody who is known at the upstream provider. Only issuer and subject
 * count: an email address is no proof, and would open another organization's account.
 * @param clientId the app that asks; somebody with accounts in several organizations is then whoever
 * has the app installed, and of several such, whoever is where the app comes from
 * @returns nothing where there is no account, or none to choose over the others
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
  const known = await Promise.all(
    candidates.map(async (account) => {
      const client = await clients.lookUp(clientId, account.organizationId);
      return { account, client };
    }),
  );
  const installed = known.filter(({ client }) => client?.installedSince);
  const ofTheApp = installed.find(
    ({ account, client }) => client?.organizationId === account.organizationId,
  );
  return (installed.length === 1 ? installed[0] : ofTheApp)?.account;
}
