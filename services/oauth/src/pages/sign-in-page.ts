import { randomUUID } from 'node:crypto';
import { type ClientRecord, isFirstPartyClient } from '@app-platform/contracts';
import type { Request, Response } from 'express';
import { errors, type default as Provider } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import { type ClientAdapter, refuseBlocked } from '../provider/client-adapter.ts';
import { loginResult } from '../provider/provider-account.ts';
import { texts } from '../rendering/page-texts.ts';
import { renderPage, type ShownApp, type SignInTarget } from '../rendering/pages.ts';
import type { CsrfTokens } from './forms.ts';

export type SignInPageDependencies = {
  clients: ClientAdapter;
  /** The registry's public address. */
  audience: string;
  csrf: CsrfTokens;
  upstream: UpstreamSignIn | undefined;
};

/** Why the page is shown again. */
export type SignInFault = 'refused' | 'choiceEnded';

/** The sign-in page of an authorization request. */
export async function signInPage(
  dependencies: SignInPageDependencies,
  details: InteractionDetails,
  { fault, email = hintOf(details) }: { fault?: SignInFault | undefined; email?: string } = {},
): Promise<string> {
  const { uid, params } = details;
  const target = await signInTarget(dependencies, String(params.client_id));
  const shared = { title: texts.signIn.title, csrf: dependencies.csrf.issue(uid), target };
  return renderSignIn(dependencies, {
    ...shared,
    action: `/interaction/${uid}/${dependencies.upstream ? 'upstream' : 'sign-in'}`,
    email,
    fault,
  });
}

type SignInValues = Omit<Parameters<typeof renderPage<'sign-in'>>[1], 'fault'> & {
  fault: SignInFault | undefined;
};

/** The page with the fields, or with the button that leads to the upstream provider. */
export function renderSignIn(
  { upstream }: Pick<SignInPageDependencies, 'upstream'>,
  { fault, ...form }: SignInValues,
): string {
  const { refused, refusedUpstream, choiceEnded } = texts.signIn;
  const sentences = { refused: upstream ? refusedUpstream : refused, choiceEnded };
  const sentence = fault === undefined ? null : sentences[fault];
  if (!upstream) return renderPage('sign-in', { ...form, fault: sentence });
  const shown = { provider: upstream.providerName, attempt: randomUUID() };
  return renderPage('upstream-sign-in', { ...form, ...shown, fault: sentence });
}

/** The address that the app expects. */
function hintOf({ params }: InteractionDetails): string {
  return typeof params.login_hint === 'string' ? params.login_hint : '';
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
