import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Browser } from '@app-platform/testing/http/browser';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, expect, it } from '@jest/globals';
import { PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

let platform: Platform | undefined;
afterAll(async () => {
  RunningProcess.endAll();
  await platform?.close();
});

/** The program of docs/sign-in.md, where its packages are installed. */
async function programOf(page: string): Promise<string> {
  const text = await readFile(join(repositoryFolder, 'docs', page), 'utf8');
  return /```js\n(.*?)```/s.exec(text)?.[1] ?? '';
}

it('the app of docs/sign-in.md says who has signed in', async () => {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const started = await platformWithApp({}, { redirectUri: `${site}/callback` });
  platform = started.platform;
  const { clientId, clientSecret, email } = started.app;
  const running = new RunningProcess(
    ['--input-type=module', '--eval', await programOf('sign-in.md')],
    {
      ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
      ...{ OAUTH_URL: platform.oauthUrl, PORT: String(port) },
    },
    { cwd: join(repositoryFolder, 'tests') },
  );
  await running.says('Open ');
  const browser = new Browser({ alsoOn: [platform.oauthUrl] });
  const signIn = await browser.open(site, site);
  const consent = await browser.submit(signIn, { email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const page = arrived.status === 0 ? await browser.open(arrived.url.href, site) : arrived;
  expect(page.html).toMatch(new RegExp(`^${email} of Acme, [0-9a-f-]{36}$`));
});
