import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { defineStatement } from '@app-platform/runtime/database';
import { postJson } from '@app-platform/testing/http/api-caller';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  authorize,
  codeGrant,
  installPublicClient,
  type Parameters,
  postToken,
  refreshGrant,
  type TokenAnswer,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

// The fast path leaves a request with an unknown parameter to oidc-provider, which ignores the
// parameter (RFC 6749 section 3.2). So every request can be sent both ways.
const ways = { 'on the fast path': {}, 'by oidc-provider': { a_parameter_that_nobody_knows: 'x' } };
type Way = (typeof ways)[keyof typeof ways];

let platform: Platform;
let app: ExternalApp;
beforeAll(async () => {
  platform = await startPlatform();
});
beforeEach(async () => {
  app = await newExternalApp(platform);
  await app.install();
});
afterAll(() => platform.close());

const newCode = async (changes: Parameters = {}) =>
  (await authorize(platform, app, changes)).get('code');
const exchange = async (way: Way, changes: Parameters = {}, code?: string | null) =>
  postToken(platform, { ...codeGrant(app, code ?? (await newCode())), ...way, ...changes });
const refresh = (way: Way, token: unknown, changes: Parameters = {}) =>
  postToken(platform, { ...refreshGrant(app, token), ...way, ...changes });
const tokenOf = ({ status, body }: TokenAnswer): string => {
  expect([status, body.error]).toEqual([200, undefined]);
  return String(body.refresh_token);
};

/** The calls of the registry since then. */
function questions(since: number): string[] {
  return platform.logLines
    .slice(since)
    .map((line) => JSON.parse(line))
    .filter(({ path = '' }) => /^\/internal\/(clients|token)/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
}

const COUNT_RECORDS = defineStatement({
  name: 'count-records-of-client',
  text: 'SELECT count(*)::int4 AS records FROM provider_record WHERE client_id = $1',
  parameters: { clientId: 'text' },
  row: { records: 'int4' },
});

/** Stores the record of the newest refresh token as the release before did. @returns the token */
async function withoutChain(): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await platform.execute(
    `UPDATE provider_record SET digest = sha256('RefreshToken:${token}'), generation = NULL,
       token_digest = NULL, refreshed_at = NULL
     WHERE kind = 'RefreshToken' AND client_id = '${app.clientId}'`,
    'oauth',
  );
  return token;
}

const VARYING = ['date', 'x-request-id', 'content-length', 'connection', 'keep-alive', 'etag'];

/** An answer without the values that differ between any two answers. */
function comparable({ status, body, answer }: TokenAnswer) {
  const headers = Object.entries(answer.headers).filter(([name]) => !VARYING.includes(name));
  const { access_token: token, refresh_token: refreshToken, ...rest } = body;
  const compared = { status, headers: headers.toSorted(), body: Object.keys(body), rest };
  if (typeof token !== 'string') return compared;
  const { jti, gid, gat, iat = 0, exp = 0, ...claims } = decodeJwt(token);
  const lengths = [jti, gid, gat, refreshToken].map((value) => String(value).length);
  const lifetime = exp - iat;
  return { ...compared, claims, header: decodeProtectedHeader(token), lengths, lifetime };
}

describe('the fast path and oidc-provider answer alike', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenged = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const other = randomBytes(32).toString('base64url');
  const used = async (way: Way) => {
    const token = tokenOf(await exchange({}));
    const next = tokenOf(await refresh({}, token));
    await refresh({}, next);
    return refresh(way, token);
  };
  const cases: Record<string, (way: Way) => Promise<TokenAnswer>> = {
    'a code': (way) => exchange(way),
    'a code for an access token alone': async (way) =>
      exchange(way, {}, await newCode({ scope: 'org.permission.customer' })),
    'a code with its verifier': async (way) =>
      exchange(way, { code_verifier: verifier }, await newCode(challenged)),
    'a code with another verifier': async (way) =>
      exchange(way, { code_verifier: other }, await newCode(challenged)),
    'a code without its verifier': async (way) => exchange(way, {}, await newCode(challenged)),
    'a code with a verifier and no challenge': (way) => exchange(way, { code_verifier: verifier }),
    'a code with another redirect URI': (way) =>
      exchange(way, { redirect_uri: 'https://a.example' }),
    'a used code': async (way) => {
      const code = await newCode();
      await exchange({}, {}, code);
      return exchange(way, {}, code);
    },
    'a refresh token': async (way) => refresh(way, tokenOf(await exchange(way))),
    'a refresh token of a refresh token': async (way) =>
      refresh(way, tokenOf(await refresh(way, tokenOf(await exchange(way))))),
    'an unknown refresh token': (way) => refresh(way, other),
    'a used refresh token': used,
    'a wrong secret': async (way) =>
      refresh(way, tokenOf(await exchange({})), { client_secret: other }),
    'a malformed secret': async (way) =>
      refresh(way, tokenOf(await exchange({})), { client_secret: '\u0000é' }),
    'an unknown client': async (way) =>
      refresh(way, tokenOf(await exchange({})), { client_id: other }),
    'an app that was uninstalled': async (way) => {
      const token = tokenOf(await exchange({}));
      await app.uninstall();
      const answer = await refresh(way, token);
      await app.install();
      return answer;
    },
    'an app that was installed again': async (way) => {
      const token = tokenOf(await exchange({}));
      await app.uninstall();
      await app.install();
      return refresh(way, token);
    },
  };

  it.each(Object.entries(cases))('%s', async (_name, ask) => {
    const answers: ReturnType<typeof comparable>[] = [];
    for (const way of Object.values(ways)) answers.push(comparable(await ask(way)));
    expect(answers).toHaveLength(2);
    expect(answers[0]).toEqual(answers[1]);
  });

  it.each([
    ['Authorization', 'Basic eDp4'],
    ['DPoP', 'no proof'],
    ['Origin', 'https://elsewhere.example'],
  ])('a refresh token with the header %s, which is refused', async (name, value) => {
    const token = tokenOf(await exchange({}));
    const answers = await Promise.all(
      Object.values(ways).map((way) =>
        postToken(platform, { ...refreshGrant(app, token), ...way }, { [name]: value }),
      ),
    );
    expect(answers.map(({ status }) => status)).not.toContain(200);
    expect(comparable(answers[0] as TokenAnswer)).toEqual(comparable(answers[1] as TokenAnswer));
  });
});

describe('a token request on the fast path', () => {
  it('calls the registry at most once', async () => {
    const code = await newCode();
    const before = platform.logLines.length;
    const token = tokenOf(await exchange({}, {}, code));
    tokenOf(await refresh({}, token));
    expect(questions(before).length).toBeLessThanOrEqual(2);
  });

  it('alternates with oidc-provider in one family of tokens, which a reuse revokes', async () => {
    const first = tokenOf(await exchange({}));
    let token = first;
    for (const way of [...Object.values(ways), ...Object.values(ways)]) {
      token = tokenOf(await refresh(way, token));
    }
    expect((await refresh({}, first)).body.error).toBe('invalid_grant');
    expect((await refresh({}, token)).body.error).toBe('invalid_grant');
  });

  it.each(Object.entries(ways))(
    'can be retried %s, with the same successor',
    async (_name, way) => {
      const token = tokenOf(await exchange({}));
      const successor = tokenOf(await refresh({}, token));
      expect(tokenOf(await refresh(way, token))).toBe(successor);
    },
  );

  it('gets one successor for eight concurrent requests, sent both ways', async () => {
    const token = tokenOf(await exchange({}));
    const requests = Array.from({ length: 8 }, (_, index) =>
      refresh(index % 2 ? ways['on the fast path'] : ways['by oidc-provider'], token),
    );
    const successors = new Set((await Promise.all(requests)).map(tokenOf));
    expect(successors.size).toBe(1);
  });

  it('is answered once for eight concurrent exchanges of a code, whose reuse revokes the tokens', async () => {
    const code = await newCode();
    const requests = Array.from({ length: 8 }, () => exchange({}, {}, code));
    const answers = await Promise.all(requests);
    const granted = answers.filter(({ status }) => status === 200);
    expect(granted).toHaveLength(1);
    expect((await refresh({}, granted[0]?.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it.each(['%00', 'x%00', '%C3%A9', 'x'.repeat(129)])(
    'with the malformed client id %s does not share a statement with others',
    async (clientId) => {
      const tokens = [tokenOf(await exchange({})), tokenOf(await exchange({}))];
      const bodies = [
        `grant_type=refresh_token&refresh_token=x&client_secret=x&client_id=${clientId}`,
        ...tokens.map((token) => new URLSearchParams(refreshGrant(app, token)).toString()),
      ];
      const answers = await pipelined(platform, bodies);
      expect(answers.match(/HTTP\/1.1 \d+/g)?.sort()).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        'HTTP/1.1 400',
      ]);
      expect(answers).toContain('invalid_client');
    },
  );

  it('with the token of another client is refused, and the owner can still use the token', async () => {
    const token = tokenOf(await exchange({}));
    const thief = await newExternalApp(platform);
    await thief.install();
    const { client_id, client_secret } = refreshGrant(thief, token);
    const stolen = await refresh({}, token, { client_id, client_secret });
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    tokenOf(await refresh({}, token));
  });

  it('with the token of another app of the organization, installed at the same instant, is refused', async () => {
    const at = new Date();
    platform.now.value = () => at;
    const thief = await installPublicClient(platform, app);
    await app.uninstall();
    await app.install();
    const { data } = await postJson(
      `${platform.baseUrl}/v1/apps/available/${thief.name}/secret/`,
      app.apiKey,
      {},
    );
    const token = tokenOf(await exchange({}));
    const { clientSecret: client_secret } = data.attributes;
    const stolen = await refresh({}, token, { client_id: thief.clientId, client_secret });
    platform.now.value = () => new Date();
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    tokenOf(await refresh({}, token));
  });
});

/** Token requests in one write: the service reads them in one turn, so that they share statements. */
async function pipelined({ oauthUrl }: Platform, bodies: string[]): Promise<string> {
  const { hostname, port } = new URL(oauthUrl);
  const socket = connect(Number(port), hostname);
  const requests = bodies.map((body, index) => {
    const connection = index === bodies.length - 1 ? 'close' : 'keep-alive';
    const head = `POST /oauth/token HTTP/1.1\r\nHost: a\r\nConnection: ${connection}`;
    const type = 'Content-Type: application/x-www-form-urlencoded';
    return `${head}\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  });
  socket.write(requests.join(''));
  return text(socket);
}

describe('a body that arrives in several pieces', () => {
  /** Sends a request in pieces, one after another. */
  async function inPieces(head: string, pieces: string[]): Promise<string> {
    const { hostname, port } = new URL(platform.oauthUrl);
    const socket = connect(Number(port), hostname);
    const answer = text(socket);
    for (const piece of [`POST /oauth/token HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`, ...pieces]) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return answer;
  }
  const FORM_HEADERS = 'Content-Type: application/x-www-form-urlencoded\r\nConnection: close';

  it('is read, by length and by chunks', async () => {
    let token = tokenOf(await exchange({}));
    const bodyOf = () => new URLSearchParams(refreshGrant(app, token)).toString();
    const next = (answer: string) => /"refresh_token":"([^"]+)"/.exec(answer)?.[1] ?? answer;
    const body = bodyOf();
    const length = `Content-Length: ${body.length}`;
    token = next(
      await inPieces(`${FORM_HEADERS}\r\n${length}`, [body.slice(0, 20), body.slice(20)]),
    );
    const whole = bodyOf();
    token = next(await inPieces(`${FORM_HEADERS}\r\n${length}`, [whole]));
    const chunk = (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`;
    const chunks = [chunk(bodyOf().slice(0, 30)), chunk(bodyOf().slice(30)), '0\r\n\r\n'];
    token = next(await inPieces(`${FORM_HEADERS}\r\nTransfer-Encoding: chunked`, chunks));
    tokenOf(await refresh({}, token));
  });

  it('leaves the connection usable for another request', async () => {
    const token = tokenOf(await exchange({}));
    const body = new URLSearchParams(refreshGrant(app, token)).toString();
    const usual = 'Content-Type: application/x-www-form-urlencoded';
    const second = `GET /oauth/jwks HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const answer = await inPieces(`${usual}\r\nContent-Length: ${body.length}`, [body + second]);
    expect(answer.match(/HTTP\/1.1 200/g)).toHaveLength(2);
    expect(answer).toContain('"refresh_token"');
    expect(answer).toContain('"keys"');
  });
});

describe.each(Object.entries(ways))('a refresh token of the release before, %s', (_, way) => {
  it('is valid, is retried within the grace, and its reuse ends the family', async () => {
    tokenOf(await exchange(way));
    const token = await withoutChain();
    const successor = tokenOf(await refresh(way, token));
    expect(tokenOf(await refresh(way, token))).toBe(successor);
    const newest = tokenOf(await refresh(way, successor));
    expect((await refresh(way, token)).status).toBe(400);
    expect((await refresh(way, newest)).status).toBe(400);
  });
});

describe.each(Object.entries(ways))('many refreshes, %s', (_, way) => {
  it('leave one record, and the oldest token still ends the family', async () => {
    const count = () =>
      platform.connections.oauth.statements.rows(COUNT_RECORDS, { clientId: app.clientId });
    const oldest = tokenOf(await exchange(way));
    const before = await count();
    let newest = oldest;
    for (let times = 0; times < 20; times += 1) newest = tokenOf(await refresh(way, newest));
    expect(await count()).toEqual(before);
    expect((await refresh(way, oldest)).status).toBe(400);
    expect((await refresh(way, newest)).status).toBe(400);
  });
});
