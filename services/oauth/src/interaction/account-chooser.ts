import type { RequestContext } from '@app-platform/http-api';
import type { AccountChoices, OfferedAccounts } from '../accounts/account-choices.ts';
import type { PasswordAccount } from '../accounts/account-store.ts';
import { type SignInDependencies, success } from '../accounts/sign-in.ts';
import { upstreamDetail } from '../accounts/upstream/sign-in-by-upstream.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { texts } from './page-texts.ts';
import { type Pages, renderPage } from './pages.ts';
import type { SignInTarget } from './shown-app.ts';

export type ChooserDependencies = Pick<SignInDependencies, 'audit' | 'signIns'> & {
  choices: AccountChoices;
  clients: Pick<ClientAdapter, 'lookUp'>;
  registry: Pick<RegistryClient, 'findOrganizationName'>;
};

export type Chooser = OfferedAccounts & {
  /** Where the form goes. */
  action: string;
  target: SignInTarget;
  /** The app, if the user signs in to one. */
  clientId?: string | undefined;
};

type Shown = Pages['choose-account']['accounts'];

/** The page on which a user says which of several accounts the sign-in is for. */
export async function chooserPage(
  dependencies: ChooserDependencies,
  { action, target, clientId, ...offered }: Chooser,
): Promise<string> {
  const { form: csrf, accounts } = offered;
  const shown = await Promise.all(
    accounts.map(async ({ id, email, organizationId }) => {
      const name = await dependencies.registry.findOrganizationName(organizationId);
      const client =
        clientId === undefined
          ? undefined
          : await dependencies.clients.lookUp(clientId, organizationId);
      // A first-party client is not installed.
      const lacksApp = client !== undefined && client.installedSince === null;
      return { id, email, organization: name ?? organizationId, organizationId, lacksApp };
    }),
  );
  const choice = await dependencies.choices.offer(offered);
  const { title } = texts.chooseAccount;
  const values = { title, action, csrf, target, choice, accounts: inOrder(shown) };
  return renderPage('choose-account', values);
}

/** Those with the app first. Organizations of one name show their ids. */
function inOrder(
  accounts: readonly (Omit<Shown[number], 'hint'> & { organizationId: string })[],
): Shown {
  const isRepeated = (name: string) =>
    accounts.filter(({ organization }) => organization === name).length > 1;
  return accounts
    .map(({ organizationId, ...account }) => ({
      ...account,
      hint: isRepeated(account.organization) ? organizationId : null,
    }))
    .sort(
      (one, other) =>
        Number(one.lacksApp) - Number(other.lacksApp) ||
        one.organization.localeCompare(other.organization),
    );
}

/** Takes the form of the page. @returns undefined where the choice is not valid any more */
export async function takeChoice(
  { choices, audit, signIns }: ChooserDependencies,
  { choice, csrf, account: accountId }: { choice: string; csrf: string; account: string },
  context: RequestContext,
): Promise<{ account: PasswordAccount; isByPassword: boolean } | undefined> {
  const chosen = await choices.choose(choice, csrf, accountId);
  if (!chosen) return undefined;
  const { account, identity } = chosen;
  const detail = identity && upstreamDetail(identity);
  await audit.record({ ...success(account, context), ...(detail && { detail }) });
  signIns.count(identity ? 'upstream' : 'password', 'succeeded');
  return { account, isByPassword: identity === undefined };
}
