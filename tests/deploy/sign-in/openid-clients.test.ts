import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Browser } from '@app-platform/testing/http/browser';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../../platform/external-app.ts';
import { type Platform, startPlatform } from '../../platform/platform.ts';
import { startApache } from './apache.ts';

// Clients of OpenID Connect that are not Node.js: Debian's libapache2-mod-auth-openidc and python3-authlib.

const NAME = 'Ada Lovelace';
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
});

async function installedApp(redirectUri: string): Promise<ExternalApp> {
  const app = await newExternalApp(platform, { redirectUri });
  await app.install();
  await platform.execute(`UPDATE account SET name = '${NAME}'`, 'oauth');
  return app;
}

describe('a site that Apache protects with mod_auth_openidc', () => {
  it('learns who has signed in, and signs the user out', async () => {
    const port = await freePort();
    const site = `http://127.0.0.1:${port}`;
    const { clientId, clientSecret, email } = await installedApp(`${site}/private/callback`);
    const issuer = platform.oauthUrl;
    const stop = await startApache({ port, issuer, clientId, clientSecret });
    const browser = new Browser({ alsoOn: [issuer] });
    const signIn = await browser.open(`${site}/private/index.html`, site);
    const consent = await browser.submit(signIn, { email, password: PASSWORD });
    const page = await browser.submit(consent, { decision: 'allow' });
    const { headers, html } = page.status === 0 ? await browser.open(page.url.href, site) : page;
    expect([html, headers.get('x-email'), headers.get('x-name')]).toEqual([
      'Private.\n',
      email,
      NAME,
    ]);
    const out = `${site}/private/callback?logout=${encodeURIComponent(`${site}/bye`)}`;
    expect((await browser.open(out, site)).url.href).toMatch(new RegExp(`^${site}/bye`));
    const again = await browser.open(`${site}/private/index.html`, site);
    expect(again.html).toContain('name="password"');
    await stop();
  });
});

describe('an app that uses Authlib', () => {
  it('validates the ID token, reads the user, and refreshes', async () => {
    const app = await installedApp('https://app.example.com/callback');
    const { clientId, clientSecret, redirectUri, email } = app;
    const known = { issuer: platform.oauthUrl, clientId, clientSecret, redirectUri };
    const begun = await authlib('begin', known);
    const browser = new Browser();
    const signIn = await browser.open(begun.address, platform.oauthUrl);
    const consent = await browser.submit(signIn, { email, password: PASSWORD });
    const arrived = (await browser.submit(consent, { decision: 'allow' })).url.href;
    const { claims, user, refreshed } = await authlib('finish', { ...known, ...begun, arrived });
    expect(claims).toMatchObject({ name: NAME, email, org: app.organizationId, org_name: 'Acme' });
    expect(user).toMatchObject({ sub: claims.sub, name: NAME, email });
    expect(refreshed).toBe('bearer');
  });
});

async function authlib(step: string, input: object) {
  const script = join(import.meta.dirname, 'authlib-client.py');
  // The issuer of the tests has no certificate.
  const env = { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1' };
  const running = promisify(execFile)('/usr/bin/python3', [script, step], { env });
  running.child.stdin?.end(JSON.stringify(input));
  return JSON.parse((await running).stdout);
}
