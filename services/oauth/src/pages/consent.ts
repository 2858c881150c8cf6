import {
  type ClientRecord,
  firstPartyCeilings,
  localProgramClient,
  noCeilings,
  type ResourceName,
  resourceName,
} from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/http-api';
import { errors, type default as Provider } from 'oidc-provider';
import type { Account, AccountStores } from '../accounts/account-store.ts';
import type { AuditStores } from '../audit/audit-store.ts';
import {
  type AskDependencies,
  approvalOf,
  askAdministrator,
  type WantedApp,
  wasApproved,
} from '../consent-requests/ask-administrator.ts';
import type { Database } from '../database/database.ts';
import { CODE_PAGE_PATH } from '../endpoints/endpoint-paths.ts';
import type { ConsentSubject } from '../grants/consent-store.ts';
import { refuseOutsider } from '../provider/app-limits.ts';
import {
  type ClientAdapter,
  isInstalledRedirectUri,
  refuseBlocked,
  refuseByPolicy,
  refuseSuspended,
} from '../provider/client-adapter.ts';
import type { DeviceInfo } from '../provider/device-codes.ts';
import type { ProviderStores, ProviderTransactions } from '../provider/provider-transactions.ts';
import { newGrant } from '../provider/remembered-consent.ts';
import {
  grantableScopes,
  OFFLINE_ACCESS,
  refusalOf,
  type ScopeLimits,
  scopesOf,
} from '../provider/scopes.ts';
import { texts } from '../rendering/page-texts.ts';
import { destinationOf, type Pages } from '../rendering/pages.ts';
import type { RequestMails } from '../request-mails/request-mails.ts';
import { roleSentence } from './role-sentences.ts';
import { type InteractionDetails, shownApp } from './sign-in-page.ts';

export type ConsentDependencies = AskDependencies & {
  /** Left out where no mail server is configured. */
  requestMails?: Pick<RequestMails, 'send'> | undefined;
  database: Database<AuditStores & ProviderStores>;
  provider: Provider;
  transactions: Pick<ProviderTransactions, 'within'>;
  audience: string;
};

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
  /** Of a device that shows a code. */
  device?: DeviceInfo;
};

/** The values of the consent page. */
export async function describeConsent(
  dependencies: ConsentDependencies,
  request: ConsentRequest,
  form: Pick<Pages['consent'], 'action' | 'csrf' | 'anotherAccount' | 'address'>,
): Promise<Pages['consent']> {
  const { database, audience } = dependencies;
  const { account, client, parameters } = request;
  const asked = scopesOf(parameters.scope);
  const limits = limitsOf(account, client);
  const granted = grantableScopes(asked, limits);
  const before = await database.consents.find(subjectOf(dependencies, request));
  return {
    ...form,
    title: texts.consent.title(client.title),
    app: shownApp(client, audience),
    organization: client.organizationName ?? account.organizationId,
    email: account.email,
    resource: texts.consent.resource[resourceOf(dependencies, request)],
    scopes: granted.map((scope) => ({
      scope,
      sentence: roleSentence(scope),
      isNew: before.length > 0 && !before.includes(scope),
    })),
    leftOut: asked
      .filter((scope) => !granted.includes(scope))
      .map((scope) => ({ scope, reason: texts.consent.reasons[refusalOf(scope, limits)] })),
    approval: await approvalOf(dependencies, account, wantedApp(dependencies, request)),
    destination: destinationOf(String(parameters.redirect_uri)),
  };
}

/** What the access is to. */
function resourceOf(
  { audience }: Pick<ConsentDependencies, 'audience'>,
  { parameters }: Pick<ConsentRequest, 'parameters'>,
): ResourceName {
  return resourceName(parameters.resource, audience) ?? 'api';
}

function subjectOf(dependencies: ConsentDependencies, request: ConsentRequest): ConsentSubject {
  const { account, client } = request;
  return {
    accountId: account.id,
    clientId: client.clientId,
    installedSince: installationOf(client, account),
    isForMcp: resourceOf(dependencies, request) === 'mcp',
  };
}

/** Whether the user may consent without an administrator. */
export async function mayConsent(
  dependencies: ConsentDependencies,
  request: ConsentRequest,
): Promise<boolean> {
  return (
    (await approvalOf(dependencies, request.account, wantedApp(dependencies, request))) === null
  );
}

/** Whether an administrator has approved the request. */
export function isApproved(
  dependencies: ConsentDependencies,
  request: ConsentRequest,
): Promise<boolean> {
  return wasApproved(dependencies, request.account, wantedApp(dependencies, request));
}

/** Asks an administrator for the requested scopes that every limit allows, and that the page showed. */
export async function requestConsent(
  dependencies: ConsentDependencies,
  request: ConsentRequest,
  context: RequestContext,
): Promise<void> {
  const { account, client } = request;
  const wanted = wantedApp(dependencies, request);
  if (!(await askAdministrator(dependencies, account, wanted, context))) return;
  const { id: userId, organizationId } = account;
  const { app, title } = client;
  const asked = { kind: 'consent', organizationId, userId, app, title, note: '' } as const;
  dependencies.requestMails?.send(asked);
}

function wantedApp(dependencies: ConsentDependencies, request: ConsentRequest): WantedApp {
  const { accountId: _user, ...app } = subjectOf(dependencies, request);
  return { ...app, scopes: grantedScopes(request) };
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
  const { provider, transactions, audience } = dependencies;
  const database: Database<ProviderStores> = dependencies.database;
  const subject = subjectOf(dependencies, request);
  const { accountId, clientId, installedSince } = subject;
  const resource = String(request.parameters.resource ?? audience);
  const asked = scopesOf(request.parameters.scope);
  const granted = grantedScopes(request);
  return database.transaction(async (stores) => {
    await stores.consents.add(subject, granted);
    const options = { accountId, clientId, installedSince, resource, granted, asked };
    const grant = await transactions.within(stores, () => newGrant(provider, options));
    await recordDecision({ audience, database: stores }, request, context, granted);
    return grant.jti;
  });
}

/** @param granted empty for a refusal */
export function recordDecision(
  { audience, database }: Pick<ConsentDependencies, 'audience'> & { database: AuditStores },
  { account, client, parameters, device }: DecidedRequest,
  context: RequestContext,
  granted: string[] = [],
): Promise<void> {
  const resource = resourceOf({ audience }, { parameters });
  return database.audit.record({
    actor: { kind: 'account', id: account.id },
    action: granted.length > 0 ? 'consent.granted' : 'consent.refused',
    subject: client.clientId,
    organizationId: account.organizationId,
    context,
    detail: { asked: scopesOf(parameters.scope), granted, resource, device },
  });
}

/**
 * @throws InvalidClient if the app was uninstalled, blocked or limited to others, its policy changed, or the
 *   organization suspended, meanwhile
 */
function installationOf(client: ClientRecord, account: Account): Date {
  refuseBlocked(client);
  refuseSuspended(client);
  refuseByPolicy(client);
  refuseOutsider('authorization', account, client.limit);
  const { installedSince } = client;
  if (installedSince === null) throw new errors.InvalidClient('the app is not installed');
  return new Date(installedSince);
}

export type AskedDependencies = {
  provider: Provider;
  database: AccountStores;
  clients: ClientAdapter;
};

/** Whether the client is the command line. Every program of the computer can pretend to be it. */
export function isLocalProgram({ params }: InteractionDetails): boolean {
  return params.client_id === localProgramClient;
}

/** The request of a local program. */
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
  { database }: AskedDependencies,
  { session }: InteractionDetails,
): Promise<Account> {
  const account = session?.accountId ? await database.accounts.find(session.accountId) : null;
  if (!account) throw new Error('The account of an interaction does not exist');
  return account;
}

/**
 * The request of an app.
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

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * The page before a program on the user's computer, or one that a code is copied into, gets it. Every such program can name itself the
 * command line and listen on a loopback port (RFC 8252 section 8.6), so the user decides each time.
 */
export function describeLocalProgram(
  { email, roles }: Account,
  parameters: Record<string, unknown>,
  issuer: string,
  form: Pick<Pages['consent'], 'action' | 'csrf' | 'anotherAccount'>,
): Pages['local-program'] {
  const redirectUri = String(parameters.redirect_uri);
  const { port, protocol } = new URL(redirectUri);
  const isCopied = redirectUri === issuer + CODE_PAGE_PATH;
  const { title, asks, warning } = isCopied ? texts.copiedCode : texts.localProgram;
  return {
    ...form,
    title,
    asks: asks(email, port || (DEFAULT_PORTS[protocol] ?? '')),
    warning,
    ...offeredRoles(roles, parameters),
    destination: destinationOf(redirectUri),
  };
}

/** What the command line would get of a user with these roles. */
export function offeredRoles(
  roles: readonly string[],
  parameters: Record<string, unknown>,
): Pick<Pages['local-program'], 'scopes' | 'leftOut' | 'mayAllow'> {
  const limits = { roles, ceilings: firstPartyCeilings[localProgramClient] };
  const asked = scopesOf(parameters.scope);
  const granted = grantableScopes(asked, limits);
  return {
    scopes: granted.map((scope) => ({ scope, sentence: roleSentence(scope), isNew: false })),
    leftOut: asked
      .filter((scope) => !granted.includes(scope))
      .map((scope) => ({ scope, reason: texts.consent.reasons[refusalOf(scope, limits)] })),
    mayAllow: granted.some((scope) => scope !== OFFLINE_ACCESS),
  };
}
