import { randomUUID } from 'node:crypto';
import { changeKinds } from '@app-platform/contracts';
import { defineStatement } from '@app-platform/runtime/database';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askInternally } from '../operations/internal-operations.ts';
import { playedOperations } from '../operations/play-operations.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { addressOf, type DeclaredRoute, everyRoute } from './every-route.ts';
import { type Sent, watchFetch } from './watch-fetch.ts';

/** Operations that are no GET and change nothing that an organization has. */
const CHANGE_NOTHING = [
  'registry validateApp',
  'registry planChange',
  'registry diagnose',
  'registry internal checkSecret',
  'registry internal checkTokenRequests',
  'registry internal findTokenRequestClients',
  'registry internal checkCredential',
  'oauth internal listRecentRefusedRequests',
  'oauth internal mailInstallationRequest',
  'oauth internal summarizeActivity',
];

/** A repeated registration answers as the first; the registry asks also where nobody used an app. */
const MAY_FIND_NOTHING = ['registry registerApp', 'oauth internal revokeGrants'];

/** Requests of apps under way: the request log has them (decision 0126). */
const PROTOCOL = [
  ...['/oauth/token', '/oauth/introspect', '/oauth/par', '/oauth/userinfo'],
  '/oauth/device_authorization',
];

const AUDITED_REQUESTS = defineStatement({
  name: 'audited-requests',
  text: 'SELECT request_id AS "requestId", array_agg(DISTINCT action) AS actions FROM audit_event GROUP BY 1',
  parameters: {},
  row: { requestId: 'text', actions: 'text[]' },
});

let platform: Platform;
/** What succeeded. */
let sent: Sent[];
/** The requests that found nothing to change. */
const unchanging: string[] = [];
/** The audited actions of each request. */
const audited = new Map<string, string[]>();
const writes = everyRoute.filter(({ method }) => method !== 'get');

beforeAll(async () => {
  platform = await startPlatform({
    firstPartyRedirectUris,
  });
  const answered = await watchFetch(doEverything);
  sent = answered.filter(
    ({ status, requestId }) => status < 400 && !unchanging.includes(requestId),
  );
  for (const { statements } of Object.values(platform.connections)) {
    for (const { requestId, actions } of await statements.rows(AUDITED_REQUESTS, {})) {
      audited.set(requestId, [...(audited.get(requestId) ?? []), ...actions]);
    }
  }
});
afterAll(() => platform?.close());

async function doEverything(): Promise<void> {
  // The directory has an app of another organization.
  await newExternalApp(platform, { visibility: 'public', definition: { app: 'aaa' } });
  const authorized = await authorizedApp(platform);
  const played = await playedOperations(platform, authorized);
  for (const play of Object.values(played)) unchanging.push(...(await play()));
  await askInternally(platform, authorized);
  await (await authorizedApp(platform)).app.uninstall();
  await administerAsOperator(authorized.app.organizationId);
}

async function administerAsOperator(organizationId: string): Promise<void> {
  const call = apiCaller(platform.oauthInternalUrl, platform.operatorToken);
  const roles = ['org.permission'];
  const newUser = async (more: object = {}): Promise<string> => {
    const user = { organizationId, email: `${randomUUID()}@example.com`, roles, ...more };
    return `/internal/users/${(await call('POST', '/internal/users', user)).body.data.id}`;
  };
  const id = await newUser({ password: PASSWORD });
  await call('PATCH', id, { roles: [] });
  for (const action of ['disable', 'enable', 'end-sessions', 'reset-link']) {
    await call('POST', `${id}/${action}`);
  }
  await call('DELETE', id);
}

function requestsOf(route: DeclaredRoute): Sent[] {
  const pattern = route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  const address = new RegExp(`^${addressOf(platform, route.table)}${pattern}/?(\\?|$)`);
  return sent.filter(({ method, url }) => method === route.method && address.test(url));
}

/** A user has allowed an app, which has no grant any more. */
async function appWithConsentAlone(): Promise<ExternalApp> {
  const { app, tokens } = await authorizedApp(platform);
  const fields = { client_id: app.clientId, client_secret: app.clientSecret };
  const body = new URLSearchParams({ ...fields, token: String(tokens.refresh_token) });
  await fetch(`${platform.oauthUrl}/oauth/revoke`, { method: 'POST', body });
  return app;
}

async function auditedActionsOf({ clientId }: ExternalApp): Promise<string[]> {
  const events = await platform.auditEvents();
  return events.filter(({ subject }) => subject === clientId).map(({ action }) => action);
}

const nameOf = ({ table, operationId }: DeclaredRoute) => `${table} ${operationId}`;
const isAudited = ({ requestId }: Sent) => audited.has(requestId);

describe('attack: somebody changes something and leaves no trace', () => {
  it('each request that writes leaves an audit row, at every route of both services', () => {
    const faults = writes
      .filter((route) => !CHANGE_NOTHING.includes(nameOf(route)))
      .flatMap((route) => {
        const requests = requestsOf(route);
        if (requests.length === 0) return `${nameOf(route)} is not requested here`;
        const rows = requests.filter(isAudited).length;
        const isEnough = MAY_FIND_NOTHING.includes(nameOf(route))
          ? rows > 0
          : rows === requests.length;
        return isEnough ? [] : `${nameOf(route)}: ${rows} of ${requests.length} are audited`;
      });
    expect(faults).toEqual([]);
    expect(writes.map(nameOf)).toEqual(
      expect.arrayContaining([...CHANGE_NOTHING, ...MAY_FIND_NOTHING]),
    );
  });

  it('a request that changes nothing leaves none', () => {
    expect(unchanging).not.toEqual([]);
    expect(unchanging.filter((requestId) => audited.has(requestId))).toEqual([]);
  });

  it('each write of the registry declares the changes that it makes, and no other', () => {
    const isChange = (kind: string) => (changeKinds as readonly string[]).includes(kind);
    const faults = writes
      .filter((route) => route.table.startsWith('registry') && !route.changesNothing)
      .map((route) => {
        const actions = requestsOf(route).flatMap(({ requestId }) => audited.get(requestId) ?? []);
        const made = new Set(
          actions.map((action) => action.split('.', 1)[0] ?? '').filter(isChange),
        );
        return [nameOf(route), [...made].sort(), [...(route.invalidates ?? [])].sort()];
      })
      .filter(([, made, declared]) => String(made) !== String(declared));
    expect(faults).toEqual([]);
  });

  it('each form of the pages, and each token that an app revokes, does too', () => {
    const ofRoutes = new Set(writes.flatMap(requestsOf));
    const others = sent.filter((one) => one.method !== 'get' && !ofRoutes.has(one));
    const pathOf = ({ url }: Sent) =>
      new URL(url).pathname.replace(/^\/interaction\/[^/]+/, '/interaction/{uid}');
    const unaudited = others.filter((one) => !isAudited(one)).map(pathOf);
    expect(unaudited.filter((path) => !PROTOCOL.includes(path))).toEqual([]);
    expect([...new Set(others.filter(isAudited).map(pathOf))].sort()).toEqual([
      '/account/apps/revoke',
      '/account/logout',
      '/account/name',
      '/account/password',
      '/account/password-link',
      '/account/sign-in',
      '/account/sign-out',
      '/device/decision',
      '/interaction/{uid}/consent',
      '/interaction/{uid}/sign-in',
      '/oauth/revoke',
    ]);
  });

  it('a consent that is removed where no grant is left does too: by an administrator', async () => {
    const app = await appWithConsentAlone();
    const call = apiCaller(platform.oauthUrl, app.apiKey);
    const { body } = await call('DELETE', `/v1/grants?app=${app.name}`);
    expect(body.meta.ended).toBe(1);
    expect(await auditedActionsOf(app)).toEqual(['consent.granted', 'consents.removed']);
  });

  it('and by an uninstallation', async () => {
    const app = await appWithConsentAlone();
    await app.uninstall();
    await until('the consent is removed', 20_000, async () =>
      (await auditedActionsOf(app)).includes('consents.removed'),
    );
  });
});
