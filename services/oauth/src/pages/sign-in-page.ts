import { randomUUID } from 'node:crypto';
import { type ClientRecord, isFirstPartyClient } from '@app-platform/contracts';
import type { Request, Response } from 'express';
import { errors, type default as Provider } from 'oidc-provider';
import type { Account, AccountStores } from '../accounts/account-store.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import { type ClientAdapter, refuseBlocked } from '../provider/client-adapter.ts';
import { loginResult } from '../provider/provider-account.ts';
import { texts } from '../rendering/page-texts.ts';
import { type Pages, renderPage, type ShownApp, type SignInTarget } from '../rendering/pages.ts';
import { FORGOTTEN_PATH } from '../users/forgotten-password.ts';
import type { CsrfTokens } from './forms.ts';

export type SignInPageDependencies = {
  clients: ClientAdapter;
  /** The registry's public address. */
  audience: string;
  csrf: CsrfTokens;
  database: AccountStores;
  upstream: UpstreamSignIn | undefined;
};

/** Why the page is shown again. */
export type SignInFault = 'refused' | 'disabled' | 'choiceEnded';

/** The sign-in page of an authorization request. */
export async function signInPage(
  dependencies: SignInPageDependencies,
  details: InteractionDetails,
  { fault, email }: { fault?: SignInFault | undefined; email?: string } = {},
): Promise<string> {
  const { uid, params } = details;
  const target = await signInTarget(dependencies, String(params.client_id));
  const shared = { title: texts.signIn.title, csrf: dependencies.csrf.issue(uid), target };
  return renderSignIn(dependencies, {
    ...shared,
    action: `/interaction/${uid}/${dependencies.upstream ? 'upstream' : 'sign-in'}`,
    email: email ?? (await expectedEmail(dependencies, details)),
    fault,
  });
}

type SignInValues = Omit<Pages['sign-in'], 'fault' | 'forgottenPath' | 'attempt'> & {
  fault: SignInFault | undefined;
};

/** The page with the fields, or with the button that leads to the upstream provider. */
export function renderSignIn(
  { upstream }: Pick<SignInPageDependencies, 'upstream'>,
  { fault, ...form }: SignInValues,
): string {
  const { refused, refusedUpstream, disabled, choiceEnded } = texts.signIn;
  const sentences = { refused: upstream ? refusedUpstream : refused, disabled, choiceEnded };
  const sentence = fault === undefined ? null : sentences[fault];
  const shown = { ...form, attempt: randomUUID(), fault: sentence };
  if (!upstream) return renderPage('sign-in', { ...shown, forgottenPath: FORGOTTEN_PATH });
  return renderPage('upstream-sign-in', { ...shown, provider: upstream.providerName });
}

/** The address that the app expects, or of the user who enters the password again after a while. */
async function expectedEmail(
  { database }: Pick<SignInPageDependencies, 'database'>,
  { params, prompt, session }: InteractionDetails,
): Promise<string> {
  if (typeof params.login_hint === 'string') return params.login_hint;
  if (!prompt.reasons.includes('max_age') || !session?.accountId) return '';
  return (await database.accounts.find(session.accountId))?.email ?? '';
}

/** @param registryUrl serves the icons that definitions hold, whose URL is a path */
export function shownApp(
  { title, iconUrl, developer, owner }: ClientRecord,
  registryUrl: string,
): ShownApp {
  return { title, iconUrl: shownIcon(iconUrl, registryUrl), developer, owner: owner ?? null };
}

function shownIcon(iconUrl: string | null, registryUrl: string): string | null {
  if (iconUrl?.startsWith('/')) return `${registryUrl}${iconUrl}`;
  return iconUrl?.startsWith('https://') ? iconUrl : null;
}

/** @throws InvalidClient for an app that was uninstalled or blocked since the authorization request */
export async function signInTarget(
  { clients, audience }: { clients: Pick<ClientAdapter, 'lookUp'>; audience: string },
  clientId: string,
): Promise<SignInTarget> {
  if (isFirstPartyClient(clientId)) return { sentence: texts.signIn.to[clientId], app: null };
  const client = await clients.lookUp(clientId);
  if (!client?.installed) throw new errors.InvalidClient('the app is not installed');
  refuseBlocked(client);
  const { title, iconUrl, owner } = shownApp(client, audience);
  return { sentence: texts.signIn.to.app(title), app: { iconUrl, owner } };
}

export type FinishDependencies = { provider: Provider };

export type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Continues an authorization request with the account that has signed in. */
export async function finishSignIn(
  { provider }: FinishDependencies,
  account: Account,
  request: Request,
  response: Response,
): Promise<void> {
  await provider.interactionFinished(request, response, loginResult(account), {
    mergeWithLastSubmission: false,
  });
}
