import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ShownDevice, signInByDevice } from './device-sign-in.ts';

type Answer = { status: number; body: object };
const refusal = (error: string): Answer => ({ status: 400, body: { error } });
const TOKENS = { access_token: 'a', refresh_token: 'r', expires_in: 60, token_type: 'bearer' };
const issued: Answer = { status: 200, body: TOKENS };

let server: Server;
let oauthUrl: string;
/** What the token endpoint answers, in order. */
let answers: Answer[];
/** Members that the next service adds to its metadata and to its codes. */
let metadata: object;
let device: object;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, body } = answerTo(request.url ?? '');
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  oauthUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  metadata = { device_authorization_endpoint: `${oauthUrl}/device_authorization` };
});
afterAll(() => void server.close());

function answerTo(path: string): Answer {
  if (path.startsWith('/.well-known')) {
    const body = { issuer: oauthUrl, token_endpoint: `${oauthUrl}/token`, ...metadata };
    return { status: 200, body };
  }
  if (path === '/token') return answers.shift() ?? refusal('invalid_grant');
  const codes = { device_code: 'd', user_code: 'BCDF-GHJK', expires_in: 600 };
  return { status: 200, body: { ...codes, verification_uri: `${oauthUrl}/device`, ...device } };
}

async function signIn(given: Answer[], codes: object = {}) {
  answers = given;
  device = codes;
  const shown: ShownDevice[] = [];
  const pauses: number[] = [];
  const pause = async (seconds: number) => void pauses.push(seconds);
  const request = { baseUrl: 'http://localhost:1', oauthUrl, scope: 'org.admin.apps' };
  const ended = signInByDevice(request, (one) => void shown.push(one), pause);
  const outcome = await ended.catch((error: Error) => error);
  return { outcome, shown, pauses };
}

it('shows address and code, and waits for the user as long as the service wants', async () => {
  const { outcome, shown, pauses } = await signIn(
    [refusal('authorization_pending'), refusal('slow_down'), refusal('slow_down'), issued],
    { interval: 2, verification_uri_complete: `${oauthUrl}/device?user_code=BCDF-GHJK` },
  );
  expect(outcome).toMatchObject({ oauthUrl, tokens: { accessToken: 'a', refreshToken: 'r' } });
  expect(shown).toEqual([
    {
      address: `${oauthUrl}/device`,
      code: 'BCDF-GHJK',
      addressWithCode: `${oauthUrl}/device?user_code=BCDF-GHJK`,
    },
  ]);
  expect(pauses).toEqual([2, 2, 7, 12]);
});

it('waits longer after each outage', async () => {
  const outage = { status: 503, body: { error: 'temporarily_unavailable' } };
  const busy = { status: 429, body: { error: 'temporarily_unavailable' } };
  const given = [outage, busy, outage, outage, outage, refusal('authorization_pending'), issued];
  const { outcome, pauses } = await signIn(given);
  expect(outcome).not.toBeInstanceOf(Error);
  expect(pauses).toEqual([5, 10, 20, 40, 60, 60, 5]);
});

it.each([
  ['access_denied', 'The sign-in was denied in the browser.'],
  ['expired_token', 'Nobody entered the code in time. Try again: apps login --device'],
  ['invalid_grant', 'The sign-in failed: invalid_grant. Try again: apps login'],
])('says what ended the sign-in: %s', async (error, message) => {
  const { outcome } = await signIn([refusal(error)]);
  expect(outcome).toMatchObject({ message, exitCode: 3 });
});

it('ends with its code, also where nothing answers', async () => {
  const { outcome } = await signIn([], { expires_in: 1e-9 });
  expect(outcome).toMatchObject({ message: expect.stringContaining('in time'), exitCode: 3 });
});

it('says that a service has no such sign-in', async () => {
  metadata = {};
  const { outcome } = await signIn([]);
  expect(outcome).toMatchObject({ exitCode: 1, errors: [{ code: 'no_device_sign_in' }] });
});
