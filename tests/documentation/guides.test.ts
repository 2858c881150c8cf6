import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Browser } from '@app-platform/testing/http/browser';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

type Answer = { data: { attributes: Record<string, string> } } & Record<string, string>;

/** The definition and the commands of a guide, run in a folder of their own. */
async function openGuide(name: string, apiKey: string) {
  const text = await readFile(join(repositoryFolder, `docs/guides/${name}.md`), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-guide-'));
  await writeFile(join(folder, 'app.json'), /```json\n(.*?)```/s.exec(text)?.[1] ?? '');
  const commands = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, command = '']) => command);
  const { baseUrl: BASE_URL, oauthUrl: OAUTH_URL } = platform;
  const program = join(repositoryFolder, 'packages/cli/src/main.ts');
  const apps = `apps() { '${process.execPath}' '${program}' "$@"; }\n`;
  return {
    commands,
    /** Runs the next commands. @returns what they print */
    run: async (variables: Record<string, string> = {}): Promise<string> => {
      const command = `set -e\n${apps}${commands.shift()}`;
      const { stdout } = await promisify(execFile)('bash', ['-c', command], {
        cwd: folder,
        env: { ...process.env, BASE_URL, OAUTH_URL, API_KEY: apiKey, ...variables },
      });
      return stdout;
    },
    definition: () => readFile(join(folder, 'app.json'), 'utf8'),
    remove: () => rm(folder, { recursive: true }),
  };
}

const parsed = (text: string): Answer => JSON.parse(text);

it('the guide of an external app leads to an access token, and to a refreshed one', async () => {
  const { apiKey, email } = await newExternalApp(platform);
  const guide = await openGuide('external-app', apiKey);
  const { clientId: CLIENT_ID = '' } = parsed(await guide.run()).data.attributes;
  const { clientSecret: CLIENT_SECRET = '' } = parsed(await guide.run()).data.attributes;
  expect(parsed(await guide.run()).data.attributes).toMatchObject({ version: '0.0.1' });
  const client = { CLIENT_ID, CLIENT_SECRET };
  const browser = new Browser();
  const signIn = await browser.open((await guide.run(client)).trim(), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const CODE = new URL(arrived.url).searchParams.get('code') ?? '';
  const first = parsed(await guide.run({ ...client, CODE }));
  const ACCESS_TOKEN = first.access_token ?? '';
  expect(parsed(await guide.run({ ACCESS_TOKEN })).data).toHaveLength(1);
  const REFRESH_TOKEN = first.refresh_token ?? '';
  const second = parsed(await guide.run({ ...client, REFRESH_TOKEN }));
  expect(second).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) });
  expect(guide.commands).toEqual([]);
  await guide.remove();
});

it('the guide of attributes declares, reads and renames them', async () => {
  const { apiKey } = await newExternalApp(platform);
  const guide = await openGuide('attributes', apiKey);
  expect(await guide.run()).not.toContain('"errors"');
  const registry = await guide.run();
  expect(registry).toContain('"@loyalPointsNum"');
  expect(registry).toContain('"@loyalMemberSinceAt"');
  expect(await guide.run()).toContain('Bonus points');
  expect(guide.commands).toEqual([]);
  await guide.remove();
});

it('the voice app of the guide is valid, registered and installed', async () => {
  const { apiKey } = await newExternalApp(platform);
  const guide = await openGuide('voice-app', apiKey);
  const output = await guide.run();
  expect(output).not.toContain('"status":4');
  expect(output).toContain('"webhookSecrets"');
  expect(guide.commands).toEqual([]);
  await guide.remove();
});

it('the guide of a migration corrects the definition, and registers it', async () => {
  const { apiKey } = await newExternalApp(platform);
  const guide = await openGuide('migration', apiKey);
  expect(await guide.run()).toContain('exit code 1');
  await guide.run();
  expect(JSON.parse(await guide.definition())).toMatchObject({
    version: '1.2.0',
    tags: ['ecommerce'],
  });
  expect(await guide.run()).toContain('Installed the draft of parcels_');
  expect(await guide.run()).toMatch(/Registered parcels_.*Installed parcels_\w+ 1\.2\.0/s);
  expect(guide.commands).toEqual([]);
  await guide.remove();
});
