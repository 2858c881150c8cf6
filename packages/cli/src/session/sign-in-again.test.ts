import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runApps } from '../program.ts';
import type { CommandContext } from '../run-command.ts';
import { writeProfile } from './profiles.ts';

const USER_CODE = 'BCDF-GHJK';
const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 60, token_type: 'Bearer' };

let server: Server;
let folder: string;
let address: string;
/** What the registry refuses everything with. */
let refusal: { status: number; code: string; meta?: object };
/** The bodies of device authorization requests. */
const deviceRequests: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-sign-in-again-'));
  server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === DEVICE_PATH) deviceRequests.push(body);
    const answer = ofOauthService(request.url ?? '');
    const errors = [{ ...refusal, title: 'Refused', detail: 'Refused.' }];
    response.writeHead(answer ? 200 : refusal.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { errors }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const DEVICE_PATH = '/oauth/device_authorization';

function ofOauthService(path: string): object | undefined {
  if (path === '/oauth/token') return tokens;
  if (path === DEVICE_PATH) {
    const codes = { device_code: 'd', user_code: USER_CODE, expires_in: 600, interval: 0.01 };
    return { ...codes, verification_uri: `${address}/device` };
  }
  if (!path.startsWith('/.well-known')) return undefined;
  const device_authorization_endpoint = address + DEVICE_PATH;
  return {
    issuer: address,
    token_endpoint: `${address}/oauth/token`,
    device_authorization_endpoint,
  };
}

async function writeDeviceProfile(): Promise<string> {
  const profilesFile = join(folder, 'profiles.json');
  await writeProfile(profilesFile, 'ci', {
    ...{ baseUrl: address, oauthUrl: address, method: 'device' },
    roles: ['org.admin.apps', 'org.permission.apps', 'org.admin.audit'],
    tokens: { accessToken: 'a', refreshToken: 'r', expiresAt: '2999-01-01T00:00:00.000Z' },
  });
  return profilesFile;
}

async function detailOf(args: string[], apiKey?: string) {
  const profilesFile = await writeDeviceProfile();
  const outcome = { code: 0, detail: '' };
  await runApps([...args, '--profile', 'ci', '--json'], {
    config: { baseUrl: undefined, oauthUrl: undefined, apiKey, profilesFile },
    isTerminal: true,
    notify: () => undefined,
    print: (envelope) => {
      outcome.detail = JSON.parse(envelope).errors[0].detail;
    },
    setExitCode: (code) => {
      outcome.code = code;
    },
  } as Partial<CommandContext> as CommandContext);
  return outcome;
}

const tooOld = { status: 401, code: 'insufficient_user_authentication' };
const lacks = (role: string) => ({
  ...{ status: 403, code: 'forbidden' },
  meta: { missingRoles: [role] },
});
const LOGIN = 'Run: apps login --profile ci --device --role org.admin.audit';

it.each([
  [['webhooks', 'list'], tooOld, `Refused. ${LOGIN}`],
  [['keys', 'list'], tooOld, `Refused. ${LOGIN} --role org.admin.api_keys`],
  [['keys', 'list'], lacks('org.admin.api_keys'), `Refused. ${LOGIN} --role org.admin.api_keys`],
  [
    ['keys', 'list'],
    lacks('org.permission.customer'),
    'Refused. A sign-in of the command line cannot have org.permission.customer. Set API_KEY to a key that has it.',
  ],
  [['keys', 'list'], { status: 403, code: 'organization_suspended' }, 'Refused.'],
])('%j says how to sign in: %j', async (args, given, detail) => {
  refusal = given;
  expect(await detailOf(args)).toEqual({ code: 3, detail });
});

it('an API key is refused as it is', async () => {
  refusal = lacks('org.admin.api_keys');
  expect(await detailOf(['keys', 'list'], 'key')).toEqual({ code: 3, detail: 'Refused.' });
});

it.each([
  [tooOld, `The browser kept an older sign-in. Sign out in it, then run: ${LOGIN.slice(5)}`],
  [lacks('org.admin.audit'), 'The user does not hold it. Ask an administrator for it.'],
])(
  'signs in once, recently, and says what to do where that is refused too: %j',
  async (given, advice) => {
    refusal = given;
    deviceRequests.length = 0;
    const notes: string[] = [];
    await runApps(['webhooks', 'list', '--profile', 'ci'], {
      config: {
        ...{ baseUrl: undefined, oauthUrl: undefined, apiKey: undefined },
        profilesFile: await writeDeviceProfile(),
      },
      isTerminal: true,
      notify: (note) => void notes.push(note),
      setExitCode: () => undefined,
    } as Partial<CommandContext> as CommandContext);
    // A slow command says what it is doing.
    expect(notes.filter((note) => !note.endsWith('…'))).toEqual([
      'Refused.',
      expect.stringContaining(USER_CODE),
      `${given.code}: Refused. ${advice}`,
    ]);
    expect(deviceRequests.map((body) => new URLSearchParams(body).get('max_age'))).toEqual(['300']);
  },
);
