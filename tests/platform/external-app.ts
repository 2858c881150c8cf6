import { tokens } from '@app-platform/testing/credentials';
import { administrator, postJson } from '@app-platform/testing/http/api-caller';
import type { PlatformAddresses } from './platform.ts';

export const PASSWORD = 'correct horse battery staple';
const REDIRECT_URI = 'https://app.example.com/callback';

/** An organization with a user, and an externally hosted app that is registered, with a secret. */
export type ExternalApp = {
  organizationId: string;
  apiKey: string;
  email: string;
  name: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  install(): Promise<void>;
  uninstall(): Promise<void>;
  /** Posts a form to the token endpoint, secret in the body. */
  token(
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** The address that the app sends the browser to, written as the specification writes it. */
  authorizeUrl(scopes: string[], state?: string): string;
};

export type ExternalAppOptions = {
  userRoles?: string[];
  /** Who the user is at the upstream provider; without it the user has a password. */
  userSubject?: string;
  redirectUri?: string;
  visibility?: 'private' | 'public';
  /** More properties of the app's definition. */
  definition?: object;
};

/** An organization with an API key, and its user. */
export type Member = { organizationId: string; apiKey: string; userId: string; email: string };

/** Creates an organization, an API key with all roles, and a user with a password. */
export async function newMember(
  addresses: Pick<PlatformAddresses, 'registryInternalUrl' | 'oauthInternalUrl'> & {
    operatorToken?: string;
  },
  {
    email,
    userRoles: roles = ['org.permission', 'org.admin.apps'],
    userSubject,
  }: Pick<ExternalAppOptions, 'userRoles' | 'userSubject'> & { email: string },
): Promise<Member> {
  const operator = (url: string, body: object) =>
    postJson(url, addresses.operatorToken ?? tokens.operatorToken, body);
  const organizations = `${addresses.registryInternalUrl}/internal/organizations`;
  const { id: organizationId } = await operator(organizations, { name: 'Acme' });
  const { key: apiKey } = await operator(`${organizations}/${organizationId}/api-keys`, {
    roles: ['org.admin', 'org.permission'],
  });
  const { id: userId } = await operator(`${addresses.oauthInternalUrl}/internal/accounts`, {
    organizationId,
    email,
    ...(userSubject ? { upstreamSubject: userSubject } : { password: PASSWORD }),
    roles,
  });
  return { organizationId, apiKey, userId, email };
}

let lastNumber = 0;

export async function newExternalApp(
  platform: PlatformAddresses,
  options: ExternalAppOptions = {},
): Promise<ExternalApp> {
  lastNumber += 1;
  const number = lastNumber;
  const { baseUrl } = platform;
  const email = `user${number}@example.com`;
  const { organizationId, apiKey } = await newMember(platform, { ...options, email });
  const redirectUri = options.redirectUri ?? REDIRECT_URI;
  const registered = await postJson(`${baseUrl}/v1/apps/available`, apiKey, {
    app: `external_${number}`,
    version: '0.0.1',
    title: 'Order <Tracker>',
    visibility: options.visibility ?? 'private',
    redirectUris: [redirectUri],
    ...options.definition,
  });
  const { name, clientId } = registered.data.attributes;
  const secret = await postJson(`${baseUrl}/v1/apps/available/${name}/secret/`, apiKey, {});
  const { clientSecret } = secret.data.attributes;
  const authorization = { authorization: `Bearer ${apiKey}` };
  return {
    organizationId,
    apiKey,
    email,
    name,
    clientId,
    clientSecret,
    redirectUri,
    install: async () => {
      await postJson(`${baseUrl}/v1/apps/installed`, apiKey, { app: name });
    },
    uninstall: async () => {
      const url = `${baseUrl}/v1/apps/installed/${name}`;
      await fetch(url, { method: 'DELETE', headers: authorization });
    },
    token: async (fields, headers = {}) => {
      const response = await fetch(`${platform.oauthUrl}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({
          client_id: clientId,
          client_secret: clientSecret,
          ...fields,
        }).toString(),
      });
      const body = (await response.json()) as Record<string, unknown>;
      return { status: response.status, body };
    },
    authorizeUrl: (scopes, state = 'any string') =>
      `${platform.oauthUrl}/oauth/authorize?client_id=${clientId}` +
      `&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code` +
      `&scope=${scopes.join('+')}&state=${encodeURIComponent(state)}`,
  };
}

/** The id of an app's user. */
export async function userOf(platform: PlatformAddresses, app: ExternalApp): Promise<string> {
  const call = administrator(platform, app.apiKey);
  const { body } = await call('GET', `/v1/users?query=${encodeURIComponent(app.email)}`);
  return body.data[0].id;
}
