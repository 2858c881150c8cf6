import { NoAnswer } from '@app-platform/testing/load/http-client';
import { isFailure } from '@app-platform/testing/load/observations';
import { GRACE_SECONDS } from '../platform/cluster.ts';
import { stateOf } from './app-state.ts';
import type { Kind, Ledger, LedgerApp, Line, Receipt } from './ledger.ts';
import { type Answer, type PlatformCalls, REDIRECT_URI } from './platform-calls.ts';

/** A retry that is sent later than this may come too late, and says nothing. */
const RETRY_MILLISECONDS = (GRACE_SECONDS - 15) * 1000;

type Work = { ledger: Ledger; calls: PlatformCalls };

/** `over`: nothing more can be done with this app. */
export type StepOutcome = 'done' | 'unknown' | 'over';

export type Step = (work: Work, app: LedgerApp) => Promise<StepOutcome>;

/** Asks for one change. @returns its receipt where the answer acknowledges it */
type Asking = (work: Work, app: LedgerApp, line: Line) => Promise<Receipt | Refusal>;

/** An answer that acknowledges nothing. */
class Refusal {
  readonly answer: Answer;
  /** Whether that is no surprise: it then contradicts nothing that was acknowledged. */
  readonly isAllowed: boolean;

  constructor(answer: Answer, isAllowed = false) {
    this.answer = answer;
    this.isAllowed = isAllowed;
  }
}

function change(kind: Kind, asking: Asking): Step {
  return async (work, app) => {
    const line = work.ledger.ask(app, kind);
    const result = await asking(work, app, line).catch(unanswered);
    if (result instanceof Refusal) return refused(work, app, line, result);
    work.ledger.mark(app, line, 'acknowledged', result);
    return kind === 'uninstall' ? 'over' : 'done';
  };
}

function unanswered(error: unknown): Refusal {
  if (error instanceof NoAnswer) return new Refusal({ status: 0, body: {} });
  throw error;
}

function refused(
  { ledger }: Work,
  app: LedgerApp,
  line: Line,
  { answer, isAllowed }: Refusal,
): StepOutcome {
  if (isFailure(answer)) {
    ledger.mark(app, line, 'unknown');
    return 'unknown';
  }
  ledger.mark(app, line, 'refused');
  if (isAllowed) return 'done';
  ledger.lose(app, line.kind, `${answer.status} ${JSON.stringify(answer.body)}`);
  return 'over';
}

/** Whether this was asked for just before, and nobody answered. */
function isRetry(app: LedgerApp, line: Line): boolean {
  const before = app.lines.at(-2);
  return before?.kind === line.kind && before.outcome === 'unknown';
}

/** Asked for again with the same key, it must be answered as the first time. */
const register: Asking = async ({ calls }, app) => {
  const { tenant, name } = app;
  const tried = app.lines.filter(
    ({ kind, outcome }) => kind === 'register' && outcome !== 'unknown',
  );
  const version = `1.0.${tried.length}`;
  const body = definitionOf(name.slice(0, -tenant.organizationId.length - 1), version);
  const options = { body, headers: { 'idempotency-key': `${name}-${version}` } };
  const path = '/v1/apps/available';
  const { apiKey } = tenant;
  const answer = await calls.registry(tenant, apiKey, 'POST', path, options);
  if (answer.status !== 201) return new Refusal(answer);
  const { attributes } = answer.body.data as { attributes: Record<string, unknown> };
  app.clientId = String(attributes.clientId);
  return { attributes };
};

function definitionOf(app: string, version: string) {
  return {
    app,
    version,
    title: `App ${app}`,
    description: `${app} ${version}`,
    visibility: 'private',
    redirectUris: [REDIRECT_URI],
    klasses: [
      {
        name: 'customer',
        metadata: {
          standard: true,
          properties: { pointsNum: { displayName: 'Points', example: '120' } },
        },
      },
    ],
  };
}

const secret: Asking = async ({ calls }, { tenant, name }) => {
  const path = `/v1/apps/available/${name}/secret`;
  const answer = await calls.registry(tenant, tenant.apiKey, 'POST', path, { body: {} });
  if (answer.status !== 200) return new Refusal(answer);
  const { attributes } = answer.body.data as { attributes: Record<string, unknown> };
  return { clientSecret: String(attributes.clientSecret) };
};

const install: Asking = async ({ calls }, { tenant, name }) => {
  const options = { body: { app: name } };
  const answer = await calls.registry(tenant, tenant.apiKey, 'POST', '/v1/apps/installed', options);
  return answer.status === 200 || answer.status === 201 ? {} : new Refusal(answer);
};

const uninstall: Asking = async ({ calls }, app, line) => {
  const { tenant, name } = app;
  const path = `/v1/apps/installed/${name}`;
  const answer = await calls.registry(tenant, tenant.apiKey, 'DELETE', path);
  const hadHappened = answer.status === 404 && isRetry(app, line);
  return answer.status === 204 || hadHappened ? {} : new Refusal(answer);
};

/** A sign-in or a code that is lost on the way is begun again by its user: neither is promised. */
const authorize: Asking = async ({ calls }, app) => {
  const { status, code } = await calls.authorize(app);
  if (!code) return new Refusal({ status: status || 400, body: {} }, true);
  const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
  const { clientSecret = '' } = stateOf(app);
  const answer = await calls.asApp(app, clientSecret, '/oauth/token', fields);
  return answer.status === 200 ? tokensOf(answer) : new Refusal(answer, true);
};

const refresh: Asking = async ({ calls }, app, line) => {
  const { clientSecret = '', family } = stateOf(app);
  const { tokens, unansweredSince = line.askedAt } = family ?? {};
  const answer = await calls.refresh(app, clientSecret, tokens?.refreshToken ?? '');
  if (answer.status === 200) return tokensOf(answer);
  return new Refusal(answer, line.askedAt - unansweredSince > RETRY_MILLISECONDS);
};

function tokensOf({ body }: Answer): Receipt {
  const accessToken = String(body.access_token);
  return { tokens: { accessToken, refreshToken: String(body.refresh_token) } };
}

function revoke(which: 'refreshToken' | 'accessToken'): Asking {
  return async ({ calls }, app) => {
    const { clientSecret = '', family } = stateOf(app);
    const token = family?.tokens[which] ?? '';
    const answer = await calls.asApp(app, clientSecret, '/oauth/revoke', { token });
    return answer.status === 200 ? {} : new Refusal(answer);
  };
}

/** Not a change: the app calls the registry with what it got. */
const call: Step = async ({ ledger, calls }, app) => {
  const { family } = stateOf(app);
  if (!family || family.accessTokenIsRevoked) return 'done';
  const path = '/v1/apps/metadata/customer';
  const answer = await calls
    .registry(app.tenant, family.tokens.accessToken, 'GET', path)
    .catch((error: unknown) => unanswered(error).answer);
  if (answer.status === 200) return 'done';
  if (isFailure(answer)) return 'unknown';
  ledger.lose(app, 'access token', `${answer.status} ${JSON.stringify(answer.body)}`);
  return 'over';
};

export const changes: Record<Kind | 'call', Step> = {
  register: change('register', register),
  secret: change('secret', secret),
  install: change('install', install),
  uninstall: change('uninstall', uninstall),
  authorize: change('authorize', authorize),
  refresh: change('refresh', refresh),
  'revoke refresh token': change('revoke refresh token', revoke('refreshToken')),
  'revoke access token': change('revoke access token', revoke('accessToken')),
  call,
};
