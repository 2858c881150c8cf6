import { type Listener, listen } from '@app-platform/http-api';
import type { OauthOptions } from '@app-platform/oauth/server';
import { freePort } from '@app-platform/testing/processes/free-ports';
import express, { type Express, type RequestHandler } from 'express';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';

const UPSTREAM_NAME = 'Acme <Login>';
/** Another site than the platform's, so that cookies are not shared. */
const HOST = 'localhost';

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** An OpenID provider that people sign in at, whose behaviour a test can change. */
export type Upstream = {
  options: NonNullable<OauthOptions['upstream']>;
  /** Signs its ID tokens. */
  signingKey: { privateKey: PrivateKey; kid: string };
  /** Who signs in there without being asked; nobody: whoever is asked refuses. */
  user: { subject: string | undefined; name?: string };
  /** Stands before it, and may answer instead. */
  instead: { handler: RequestHandler | undefined };
  /** The authorization requests that it got. */
  requests: URLSearchParams[];
  /** As when the lifetime of every code is over. */
  expireCodes(): void;
  /** @param platformUrl where it may send browsers back to */
  register(platformUrl: string): void;
  close(): Promise<void>;
};

export async function startUpstream(): Promise<Upstream> {
  const port = await freePort();
  const issuer = `http://${HOST}:${port}`;
  const clientId = 'the-platform';
  const clientSecret = 'secret: of/the+platform%';
  const records = new Map<string, AdapterPayload>();
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = 'upstream-key';
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
  const user: Upstream['user'] = { subject: undefined };
  const instead: Upstream['instead'] = { handler: undefined };
  const requests: Upstream['requests'] = [];
  const provider = new Provider(issuer, {
    adapter: (kind: string) => mapAdapter(kind, records),
    jwks: { keys: [jwk] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: ['a key of the upstream provider in the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@upstream.example`, name: user.name }),
    }),
    loadExistingGrant: async ({ oidc: { account, client } }) => {
      if (!account || !client) return undefined;
      const { accountId } = account;
      const grant = new provider.Grant({ accountId, clientId: client.clientId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const app = express();
  app.use((request, response, next) => {
    if (request.path === '/auth') requests.push(new URL(request.url, issuer).searchParams);
    if (instead.handler) instead.handler(request, response, next);
    else next();
  });
  signInWithoutAsking(app, provider, user);
  const listener: Listener = await listen(app.use(provider.callback()), { host: HOST, port });
  return {
    options: { issuer, clientId, clientSecret, name: UPSTREAM_NAME },
    signingKey: { privateKey, kid },
    user,
    instead,
    requests,
    expireCodes: () => {
      for (const key of records.keys())
        if (key.startsWith('AuthorizationCode')) records.delete(key);
    },
    register: (platformUrl) => {
      records.set(`Client:${clientId}`, {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${platformUrl}/upstream/callback`],
      });
    },
    close: () => listener.close(),
  };
}

function signInWithoutAsking(app: Express, provider: Provider, user: Upstream['user']): void {
  app.get('/interaction/:uid', async (request, response) => {
    const result = user.subject
      ? { login: { accountId: user.subject } }
      : { error: 'access_denied', error_description: 'the user refused' };
    await provider.interactionFinished(request, response, result);
  });
}

/** The one that comes with oidc-provider warns whoever uses it. */
function mapAdapter(kind: string, records: Map<string, AdapterPayload>): Adapter {
  const keyOf = (id: string) => `${kind}:${id}`;
  return {
    upsert: async (id, payload) => void records.set(keyOf(id), payload),
    find: async (id) => records.get(keyOf(id)),
    findByUid: async (uid) => [...records.values()].find((record) => record.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(records.get(keyOf(id)) ?? {}, { consumed: true }),
    destroy: async (id) => void records.delete(keyOf(id)),
    revokeByGrantId: async () => undefined,
  };
}
