import { randomUUID } from 'node:crypto';
import { Browser } from '@app-platform/testing/http/browser';
import { until } from '@app-platform/testing/until';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { administrationSources } from './administration-values.ts';
import type { Draft } from './draft.ts';
import { formSources } from './form-sources.ts';
import type { Answer } from './http-request.ts';
import {
  installationRequestSources,
  type RegistryCaller,
  registryCaller,
  transferSources,
  versionSources,
  webhookSources,
} from './registry-values.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];
const PLACEHOLDER = /@@(\w+)@@/g;
/** The apps that requests are about; the one whose client requests speak for is another. */
const [KEPT_APP, PICTURED_APP] = ['order_list', 'order_chart'];

/** What only a running platform knows: credentials, ids, codes and tokens as they are just now. */
export type LiveValues = {
  /** Looks up what a draft names. */
  valuesIn(draft: Draft): Promise<ReadonlyMap<string, string>>;
  /** Forgets what a request has used up, so that the next one gets another. */
  learn(operationId: string, used: ReadonlyMap<string, string>, answer: Answer): void;
};

/** Succeeds again with the same values. */
const REPEATABLE = [
  'introspect',
  'userInformation',
  'userInformationByPost',
  'logOut',
  'postName',
  'postAccountSignIn',
  'postAccountRevoke',
  'postSignIn',
  'postConsent',
];

/** A delivery is one of its webhook: with another webhook, another delivery. */
const PARTS: Record<string, string> = { webhookId: 'deliveryId' };

type Source = () => string | Promise<string>;

export async function liveValues(platform: Platform): Promise<LiveValues> {
  const app = await newExternalApp(platform);
  await app.install();
  const other = await authorizedApp(platform);
  const administered = await authorizedApp(platform);
  const registry = registryCaller(platform, app);
  const kept = { app: KEPT_APP, version: '0.0.1', title: 'Orders' };
  await registry('POST', '/v1/apps/available', kept);
  await registry('POST', '/v1/apps/available', {
    app: PICTURED_APP,
    version: '0.0.1',
    title: 'Orders',
    iconUrl: 'data:image/png;base64,AAAA',
  });
  const weakKey = await registry('POST', '/v1/api-keys', { roles: ['org.permission.customer'] });
  let refusal: Promise<void> | undefined;
  const sources: Record<string, Source> = {
    audience: () => platform.baseUrl,
    apiKey: () => app.apiKey,
    weakKey: () => weakKey.data.attributes.key,
    accessTokenOfAnother: () => String(other.tokens.access_token),
    app: () => KEPT_APP,
    appVersion: () => `${KEPT_APP}-0.0.1`,
    picturedVersion: () => `${PICTURED_APP}-0.0.1`,
    refusedApp: async () => {
      refusal ??= causeRefusal(app, registry);
      await refusal;
      return app.name;
    },
    clientId: () => app.clientId,
    clientSecret: () => app.clientSecret,
    redirectUri: () => app.redirectUri,
    basicCredentials: () => btoa(`${app.clientId}:${app.clientSecret}`),
    ...registrySources(registry),
    ...versionSources(registry),
    ...webhookSources(registry),
    ...(await transferSources(platform, registry, app.organizationId)),
    ...(await installationRequestSources(platform)),
    ...tokenSources(platform, app),
    ...administrationSources(platform, administered.app),
    ...formSources(platform, app),
    dpopProof: await dpopProofs(`${platform.oauthUrl}/oauth/token`),
  };
  return keeping(sources);
}

/** A refused token request. The list of the app has it within seconds. */
async function causeRefusal(app: ExternalApp, registry: RegistryCaller): Promise<void> {
  await app.token({ grant_type: 'refresh_token', refresh_token: 'unknown' });
  await until('a refused request is listed', 20_000, async () => {
    const { data } = await registry('GET', `/v1/apps/available/${app.name}/refused-requests`);
    return data.length > 0;
  });
}

/** Keeps each value until it is used up. */
function keeping(sources: Record<string, Source>): LiveValues {
  const kept = new Map<string, string>();
  return {
    valuesIn: async (draft) => {
      const found = new Map<string, string>();
      for (const [, name = ''] of JSON.stringify(draft).matchAll(PLACEHOLDER)) {
        if (!kept.has(name)) {
          kept.set(name, (await sources[name]?.()) ?? '');
          kept.delete(PARTS[name] ?? '');
        }
        found.set(name, kept.get(name) ?? '');
      }
      return found;
    },
    learn: (operationId, used, { status, headers, body }) => {
      // An invalid grant was used up before, and of a changed request another value was.
      const isOutdated = /"(invalid_grant|request_changed)"/.test(body.toString('latin1'));
      const isUse = status < 400 && !REPEATABLE.includes(operationId);
      // A genuine sign-out takes the cookie back.
      const isNoSignOut = operationId === 'postAccountSignOut' && !headers['set-cookie'];
      if ((!isUse || isNoSignOut) && !isOutdated) return;
      for (const name of used.keys()) kept.delete(name);
      if (operationId !== 'exchange' || status !== 200) return;
      const { refresh_token } = JSON.parse(body.toString('utf8'));
      if (refresh_token) kept.set('refreshToken', refresh_token);
    },
  };
}

/** Puts values in where a text names them. */
export function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (_, name) => values.get(name) ?? '');
}

function registrySources(registry: RegistryCaller): Record<string, Source> {
  let lastApp = 0;
  return {
    freshApp: () => {
      lastApp += 1;
      return `fresh_${lastApp}`;
    },
    apiKeyId: async () => {
      const { data } = await registry('POST', '/v1/api-keys', { roles: ['org.admin.apps'] });
      return data.id;
    },
  };
}

function tokenSources(platform: Platform, app: ExternalApp): Record<string, Source> {
  const browser = new Browser();
  const code = (scopes = SCOPES) => codeOf(platform, app, browser, scopes);
  const tokens = async (scopes = SCOPES) => {
    const grant = { grant_type: 'authorization_code', code: await code(scopes) };
    const { body } = await app.token({ ...grant, redirect_uri: app.redirectUri });
    return body;
  };
  return {
    code: () => code(),
    refreshToken: async () => String((await tokens()).refresh_token),
    accessToken: async () => String((await tokens()).access_token),
    identityToken: async () => String((await tokens(['openid', 'profile'])).access_token),
    requestUri: () => pushRequest(platform, app),
  };
}

async function codeOf(
  platform: Platform,
  app: ExternalApp,
  browser: Browser,
  scopes: string[],
): Promise<string> {
  const first = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const signedIn = first.html.includes('name="password"')
    ? await browser.submit(first, { email: app.email, password: PASSWORD })
    : first;
  const isAsked = signedIn.status !== 0;
  const last = isAsked ? await browser.submit(signedIn, { decision: 'allow' }) : signedIn;
  return last.url.searchParams.get('code') ?? '';
}

async function pushRequest(platform: Platform, app: ExternalApp): Promise<string> {
  const response = await fetch(`${platform.oauthUrl}/oauth/par`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      response_type: 'code',
      redirect_uri: app.redirectUri,
      scope: SCOPES.join(' '),
      state: randomUUID(),
    }),
  });
  return ((await response.json()) as { request_uri: string }).request_uri;
}

/** Proofs of a key for posts to an address (RFC 9449 section 4.2), each good for one. */
async function dpopProofs(address: string): Promise<() => Promise<string>> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  return () =>
    new SignJWT({ htm: 'POST', htu: address, jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey);
}
