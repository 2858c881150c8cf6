import { contextOf, type RequestContext } from '@app-platform/http-api';
import type { Request, Response } from 'express';
import type { AccountChoices, OfferedAccounts } from '../accounts/account-choices.ts';
import type { Account, PasswordAccount } from '../accounts/account-store.ts';
import { type SignInDependencies, signIn, success, upstreamDetail } from '../accounts/sign-in.ts';
import type { UpstreamIdentity } from '../accounts/upstream/upstream-provider.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { AuditStores } from '../audit/audit-store.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, type OwnCookies } from '../endpoints/cookies.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { texts } from '../rendering/page-texts.ts';
import { type Pages, renderPage, type SignInTarget } from '../rendering/pages.ts';
import { type FinalPage, textFields } from './forms.ts';
import type { SignInFault } from './sign-in-page.ts';

export type ChooserDependencies = Pick<SignInDependencies, 'signIns'> & {
  database: AuditStores;
  choices: AccountChoices;
  clients: Pick<ClientAdapter, 'lookUp'>;
  registry: Pick<RegistryClient, 'findOrganizationName'>;
};

type Chooser = OfferedAccounts & {
  /** The address of the form. */
  action: string;
  target: SignInTarget;
  /** The app, if the user signs in to one. */
  clientId?: string | undefined;
};

type Shown = Pages['choose-account']['accounts'];

/** The page on which a user says which of several accounts the sign-in is for. */
async function chooserPage(
  dependencies: ChooserDependencies,
  { action, target, clientId, ...offered }: Chooser,
): Promise<string> {
  const { csrfToken: csrf, accounts } = offered;
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

/** Where users sign in: the pages of an authorization request, or the account pages. */
export type SignInPlace = {
  /** The app, if the user signs in to one. */
  clientId?: string;
  /** The address of the account chooser's form. */
  choiceAction: string;
  /** The token of the browser's forms. */
  csrfToken(): string;
  target(): Promise<SignInTarget>;
  /** Continues with the account that has signed in. */
  finish(account: Account): Promise<void>;
};

/**
 * Continues with the accounts that a sign-in fits: with a single one, or with a page on which the user
 * chooses one.
 * @param identity of a sign-in at the upstream provider
 * @returns the page, unless the sign-in has finished
 */
export async function continueSignIn(
  dependencies: ChooserDependencies,
  { clientId, choiceAction: action, csrfToken, target, finish }: SignInPlace,
  accounts: readonly [Account, ...Account[]],
  identity?: UpstreamIdentity,
): Promise<FinalPage | undefined> {
  if (accounts.length === 1) {
    await finish(accounts[0]);
    return undefined;
  }
  const offered = { csrfToken: csrfToken(), accounts, identity };
  const shown = { action, target: await target(), clientId };
  return { status: 200, html: await chooserPage(dependencies, { ...offered, ...shown }) };
}

/** A form that a user has sent to sign in. */
export type SignInForm = SignInPlace & {
  /** Whether it was issued to the browser that sends it. */
  isGenuine: boolean;
  /** Whether a sign-in is expected here now. */
  isExpected: boolean;
  /** Shows the sign-in page again. */
  refuse(refusal: { fault: SignInFault; email?: string }): Promise<void>;
};

export type PasswordSignInDependencies = SignInDependencies &
  ChooserDependencies & {
    cookies: OwnCookies;
    /** If there is one, users sign in there, and not by password. */
    upstream: UpstreamSignIn | undefined;
  };

/** Takes the form with the address and the password. */
export async function postPassword(
  dependencies: PasswordSignInDependencies,
  form: SignInForm,
  request: Request,
  response: Response,
): Promise<void> {
  const { email, password } = textFields(request, 'email', 'password');
  const deviceCookie = dependencies.cookies.read(request, DEVICE_COOKIE);
  const context = contextOf(response);
  const outcome =
    form.isGenuine && !dependencies.upstream
      ? await signIn(dependencies, { email, password, deviceCookie, context })
      : undefined;
  const [account, ...others] = form.isExpected ? (outcome?.accounts ?? []) : [];
  const fault = outcome?.isDisabled ? 'disabled' : 'refused';
  if (!account) return form.refuse({ fault, email });
  const finish = () => finishByPassword(dependencies, form, account, response);
  const page = await continueSignIn(dependencies, { ...form, finish }, [account, ...others]);
  if (page) response.type('html').send(page.html);
}

/** Takes the choice of one of the accounts that a sign-in fits. */
export async function postChoice(
  dependencies: PasswordSignInDependencies,
  form: SignInForm,
  request: Request,
  response: Response,
): Promise<void> {
  const isAccepted = form.isGenuine && form.isExpected;
  const chosen = isAccepted && (await takeChoice(dependencies, request, contextOf(response)));
  if (!chosen) return form.refuse({ fault: 'choiceEnded' });
  if (!chosen.isByPassword) return form.finish(chosen.account);
  return finishByPassword(dependencies, form, chosen.account, response);
}

async function finishByPassword(
  { cookies, devices }: PasswordSignInDependencies,
  { finish }: SignInPlace,
  account: PasswordAccount,
  response: Response,
): Promise<void> {
  cookies.set(response, DEVICE_COOKIE, devices.issue(account), DEVICE_SECONDS);
  await finish(account);
}

/** @returns undefined where the choice is not valid any more */
async function takeChoice(
  { choices, database, signIns }: ChooserDependencies,
  request: Request,
  context: RequestContext,
): Promise<{ account: PasswordAccount; isByPassword: boolean } | undefined> {
  const { choice, csrf, account: accountId } = textFields(request, 'choice', 'csrf', 'account');
  const chosen = await choices.choose(choice, csrf, accountId);
  if (!chosen) return undefined;
  const { account, identity } = chosen;
  const detail = identity && upstreamDetail(identity);
  await database.audit.record({ ...success(account, context), ...(detail && { detail }) });
  signIns.count(identity ? 'upstream' : 'password', 'succeeded');
  return { account, isByPassword: identity === undefined };
}
