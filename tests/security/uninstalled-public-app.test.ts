import { createHash, randomBytes } from 'node:crypto';
import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authorize, codeGrant, postToken, registerApp } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const verifier = randomBytes(32).toString('base64url');
const challenge = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

let platform: Platform;
/** A public app, which its own organization has installed too. */
let app: ExternalApp;
/** The same, without a secret. */
let publicClient: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp({}, { visibility: 'public' }));
  const { text } = await registerApp(platform, app, { app: 'without_secret' });
  const { name, clientId } = JSON.parse(text).data.attributes;
  publicClient = { ...app, name, clientId, clientSecret: '' };
  await changeInstallation(app, 'POST', name);
});
afterAll(() => platform.close());

/** An organization with a user that has installed both apps. */
let organization: ExternalApp;
beforeEach(async () => {
  organization = await newExternalApp(platform);
  for (const { name } of [app, publicClient]) await changeInstallation(organization, 'POST', name);
});

async function changeInstallation(
  { apiKey }: ExternalApp,
  method: 'POST' | 'DELETE',
  name: string,
): Promise<void> {
  const address = `${platform.baseUrl}/v1/apps/installed${method === 'DELETE' ? `/${name}` : ''}`;
  const answer = await new HostileBrowser().send(address, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify({ app: name }) }),
  });
  if (answer.status >= 400) throw new Error(answer.text);
}

type Way = {
  client: () => ExternalApp;
  headers: () => Record<string, string>;
  fields: () => Record<string, string>;
};

const ways: Record<string, Way> = {
  'on the fast path': {
    client: () => app,
    headers: () => ({}),
    fields: () => ({ client_id: app.clientId, client_secret: app.clientSecret }),
  },
  'by oidc-provider, with the secret in the body': {
    client: () => app,
    headers: () => ({}),
    fields: () => ({ client_id: app.clientId, client_secret: app.clientSecret, unknown: 'x' }),
  },
  'by oidc-provider, with HTTP Basic': {
    client: () => app,
    headers: () => {
      const pair = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64');
      return { authorization: `Basic ${pair}` };
    },
    fields: () => ({}),
  },
  'without a secret': {
    client: () => publicClient,
    headers: () => ({}),
    fields: () => ({ client_id: publicClient.clientId }),
  },
};

describe('a public app that one organization has uninstalled', () => {
  it.each(Object.entries(ways))(
    '400 invalid_client: gets no tokens of that organization, %s',
    async (_name, { client, headers, fields }) => {
      const own = { ...client(), email: organization.email };
      const arrived = await authorize(platform, own, challenge);
      const { client_secret: _secret, ...grant } = codeGrant(own, arrived.get('code'));
      const send = (sent: Record<string, string>) =>
        postToken(platform, { ...sent, ...fields() }, headers());
      const first = await send({ ...grant, code_verifier: verifier });
      expect(first.status).toBe(200);
      const refresh = () =>
        send({ grant_type: 'refresh_token', refresh_token: String(first.body.refresh_token) });

      await changeInstallation(organization, 'DELETE', own.name);
      const refused = await refresh();
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client']);

      await changeInstallation(organization, 'POST', own.name);
      const afterwards = await refresh();
      expect([afterwards.status, afterwards.body.error]).toEqual([400, 'invalid_grant']);
    },
  );

  it("400 invalid_grant: learns nothing of another client's refresh token", async () => {
    const own = { ...app, email: organization.email };
    const arrived = await authorize(platform, own, {});
    const { body } = await postToken(platform, codeGrant(own, arrived.get('code')));
    const thief = await newExternalApp(platform);
    await thief.install();
    const stolen = await thief.token({
      grant_type: 'refresh_token',
      refresh_token: String(body.refresh_token),
    });
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
  });
});
