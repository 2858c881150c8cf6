import { type ClientRecord, noCeilings } from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/http-api';
import { errors, type default as Provider } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';
import {
  type AskDependencies,
  approvalOf,
  askAdministrator,
  type WantedApp,
} from '../consent-requests/ask-administrator.ts';
import { refuseBlocked } from '../provider/app-blocked.ts';
import { newGrant } from '../provider/remembered-consent.ts';
import { grantableScopes, refusalOf, type ScopeLimits, scopesOf } from '../provider/scopes.ts';
import { texts } from './page-texts.ts';
import type { Pages } from './pages.ts';
import { roleSentence } from './role-sentences.ts';
import { shownApp } from './shown-app.ts';

export type ConsentDependencies = AskDependencies & { provider: Provider; audience: string };

export type ConsentRequest = {
  account: Account;
  client: ClientRecord;
  /** The `scope` and `redirect_uri` of the authorization request. */
  parameters: Record<string, unknown>;
  /** The scopes that the page showed, of a decision. Roles and ceilings may have risen since. */
  shown?: readonly string[];
};

/** What the audit event of a decision needs. */
export type DecidedRequest = Omit<ConsentRequest, 'client'> & {
  client: Pick<ClientRecord, 'clientId' | 'ceilings'>;
};

/** The values of the consent page. */
export async function describeConsent(
  dependencies: ConsentDependencies,
  request: ConsentRequest,
  form: Pick<Pages['consent'], 'action' | 'csrf' | 'anotherAccount'>,
): Promise<Pages['consent']> {
  const { consents, audience } = dependencies;
  const { account, client, parameters } = request;
  const asked = scopesOf(parameters.scope);
  const limits = limitsOf(account, client);
  const granted = grantableScopes(asked, limits);
  const before = await consents.find(account.id, client.clientId, installationOf(client));
  return {
    ...form,
    title: texts.consent.title(client.title),
    app: shownApp(client, audience),
    organization: client.organizationName ?? account.organizationId,
    email: account.email,
    scopes: granted.map((scope) => ({
      scope,
      sentence: roleSentence(scope),
      isNew: before.length > 0 && !before.includes(scope),
    })),
    leftOut: asked
      .filter((scope) => !granted.includes(scope))
      .map((scope) => ({ scope, reason: texts.consent.reasons[refusalOf(scope, limits)] })),
    approval: await approvalOf(dependencies, account, wantedApp(request)),
    destination: destinationOf(String(parameters.redirect_uri)),
  };
}

/** Whether the user may consent, and need not ask an administrator. */
export async function mayConsent(
  dependencies: ConsentDependencies,
  request: ConsentRequest,
): Promise<boolean> {
  return (await approvalOf(dependencies, request.account, wantedApp(request))) === null;
}

/** Asks an administrator for the requested scopes that every limit allows, and that the page showed. */
export function requestConsent(
  dependencies: ConsentDependencies,
  request: ConsentRequest,
  context: RequestContext,
): Promise<void> {
  return askAdministrator(dependencies, request.account, wantedApp(request), context);
}

function wantedApp(request: ConsentRequest): WantedApp {
  const { client } = request;
  const scopes = grantedScopes(request);
  return { clientId: client.clientId, scopes, installedSince: installationOf(client) };
}

/** The requested scopes that every limit allows, and that the page showed. */
export function grantedScopes({ account, client, parameters, shown }: DecidedRequest): string[] {
  const grantable = grantableScopes(scopesOf(parameters.scope), limitsOf(account, client));
  return shown ? grantable.filter((scope) => shown.includes(scope)) : grantable;
}

/** Whether scopes can be granted, none of which the page showed. */
export function isOutdated(request: DecidedRequest): boolean {
  const { shown: _, ...now } = request;
  return grantedScopes(request).length === 0 && grantedScopes(now).length > 0;
}

function limitsOf(
  { roles }: Account,
  { ceilings = noCeilings }: DecidedRequest['client'],
): ScopeLimits {
  return { roles, ceilings };
}

/** Grants {@link grantedScopes}, and stores the consent. @returns the grant's id */
export async function grantConsent(
  dependencies: ConsentDependencies,
  request: ConsentRequest,
  context: RequestContext,
): Promise<string> {
  const { provider, database, consents, audience, clock } = dependencies;
  const { account, client, parameters } = request;
  const { clientId } = client;
  const asked = scopesOf(parameters.scope);
  const granted = grantedScopes(request);
  const installedSince = installationOf(client);
  const given = { accountId: account.id, clientId, installedSince };
  return database.transaction(async () => {
    await consents.add({ ...given, scopes: granted, at: clock() });
    const options = { ...given, audience, granted, asked };
    const grant = await newGrant(provider, options);
    await recordDecision(dependencies, request, context, granted);
    return grant.jti;
  });
}

/** @param granted empty for a refusal */
export function recordDecision(
  { audit }: ConsentDependencies,
  { account, client, parameters }: DecidedRequest,
  context: RequestContext,
  granted: string[] = [],
): Promise<void> {
  return audit.record({
    actor: { kind: 'account', id: account.id },
    action: granted.length > 0 ? 'consent.granted' : 'consent.refused',
    subject: client.clientId,
    organizationId: account.organizationId,
    context,
    detail: { asked: scopesOf(parameters.scope), granted },
  });
}

/** @throws InvalidClient if the app was uninstalled or blocked while the page was open */
function installationOf(client: ClientRecord): Date {
  refuseBlocked(client);
  const { installedSince } = client;
  if (installedSince === null) throw new errors.InvalidClient('the app is not installed');
  return new Date(installedSince);
}

/** Where the browser goes next, without the path and the query. */
export function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host ? `${protocol}//${host}` : protocol;
}
