import { firstPartyCeilings, localProgramClient } from '@app-platform/contracts';
import { errors, type default as Provider } from 'oidc-provider';
import type { Account, AccountStore } from '../accounts/account-store.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import { isInstalledRedirectUri } from '../provider/installed-redirect-uri.ts';
import type { ConsentRequest, DecidedRequest } from './consent.ts';
import type { InteractionDetails } from './finish-sign-in.ts';

export type AskedDependencies = {
  provider: Provider;
  accounts: AccountStore;
  clients: ClientAdapter;
};

/** Whether the command line asks, as which every program of the computer can name itself. */
export function isLocalProgram({ params }: InteractionDetails): boolean {
  return params.client_id === localProgramClient;
}

/** What a local program asks a user for. */
export async function localProgramRequest(
  dependencies: AskedDependencies,
  details: InteractionDetails,
): Promise<DecidedRequest> {
  const account = await accountOf(dependencies, details);
  const client = { clientId: localProgramClient, ceilings: firstPartyCeilings[localProgramClient] };
  return { account, client, parameters: details.params };
}

/** Who is signed in. */
export async function accountOf(
  { accounts }: AskedDependencies,
  { session }: InteractionDetails,
): Promise<Account> {
  const account = session?.accountId ? await accounts.find(session.accountId) : null;
  if (!account) throw new Error('The account of an interaction does not exist');
  return account;
}

/**
 * What an app asks a user for.
 * @throws InvalidRedirectUri if the organization has installed a version without the redirect URI meanwhile
 */
export async function consentRequest(
  dependencies: AskedDependencies,
  details: InteractionDetails,
): Promise<ConsentRequest> {
  const { clients, provider } = dependencies;
  const { params: parameters } = details;
  const account = await accountOf(dependencies, details);
  const client = await clients.lookUp(String(parameters.client_id), account.organizationId);
  if (!client) throw new Error('The client of an interaction does not exist');
  // The organization may have installed another version while the page was open.
  if (!isInstalledRedirectUri(provider, client, parameters.redirect_uri)) {
    throw new errors.InvalidRedirectUri();
  }
  return { account, client, parameters };
}
