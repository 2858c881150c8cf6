import { describe, expect, it } from '@jest/globals';
import { authorizedFetch } from './credential.ts';
import { OauthError, PlatformError, unwrap } from './platform-error.ts';
import { createTokenSource, type Tokens } from './token-source.ts';

const HOUR_MILLISECONDS = 3_600_000;

/** A token endpoint that numbers its tokens, until it refuses. */
function tokenEndpoint(refusal?: object) {
  const bodies: string[] = [];
  const send = async (request: unknown) => {
    bodies.push(await (request as Request).text());
    if (refusal) return Response.json(refusal, { status: 400 });
    const number = bodies.length;
    return Response.json({
      access_token: `access-${number}`,
      refresh_token: `refresh-${number}`,
      expires_in: 86_400,
      token_type: 'bearer',
    });
  };
  return { fetch: send as typeof fetch, bodies };
}

const app = { oauthUrl: 'http://localhost:4001', clientId: 'app', refreshToken: 'refresh-0' };
const inOneHour = () => new Date(Date.now() + HOUR_MILLISECONDS);

describe('a token source', () => {
  it('makes one refresh for parallel calls, and stores each token before it is used', async () => {
    const { fetch, bodies } = tokenEndpoint();
    const stored: Tokens[] = [];
    const source = createTokenSource({ ...app, fetch, onRefresh: (one) => void stored.push(one) });
    const tokens = await Promise.all(Array.from({ length: 10 }, () => source.token()));
    expect(new Set(tokens)).toEqual(new Set(['access-1']));
    expect(stored).toMatchObject([{ accessToken: 'access-1', refreshToken: 'refresh-1' }]);
    expect(bodies).toEqual(['grant_type=refresh_token&refresh_token=refresh-0&client_id=app']);
  });

  it('makes one refresh for parallel refusals, early and late ones', async () => {
    const { fetch, bodies } = tokenEndpoint();
    const source = createTokenSource({
      ...app,
      fetch,
      accessToken: 'access-0',
      expiresAt: inOneHour(),
      onRefresh: () => undefined,
    });
    const renewed = await Promise.all(Array.from({ length: 10 }, () => source.renew('access-0')));
    expect(new Set(renewed)).toEqual(new Set(['access-1']));
    expect(await source.renew('access-0')).toBe('access-1');
    expect(bodies).toHaveLength(1);
    expect(await source.renew('access-1')).toBe('access-2');
    expect(bodies[1]).toContain('refresh_token=refresh-1');
  });

  it('refreshes ahead of the end', async () => {
    const { fetch, bodies } = tokenEndpoint();
    const at = (milliseconds: number) =>
      createTokenSource({
        ...app,
        fetch,
        accessToken: 'access-0',
        expiresAt: new Date(Date.now() + milliseconds),
        onRefresh: () => undefined,
      }).token();
    expect(await at(90_000)).toBe('access-0');
    expect(await at(30_000)).toBe('access-1');
    expect(bodies).toHaveLength(1);
  });

  it('says what the service says, and asks again the next time', async () => {
    const refusal = { error: 'invalid_grant', error_description: 'grant request is invalid' };
    const { fetch, bodies } = tokenEndpoint(refusal);
    const source = createTokenSource({ ...app, fetch, onRefresh: () => undefined });
    for (let time = 1; time <= 2; time += 1) {
      await expect(source.token()).rejects.toThrow(
        new OauthError(400, 'invalid_grant', 'grant request is invalid'),
      );
      expect(bodies).toHaveLength(time);
    }
  });

  it('goes on for others when one caller gives up', async () => {
    const { fetch } = tokenEndpoint();
    const source = createTokenSource({ ...app, fetch, onRefresh: () => undefined });
    const send = authorizedFetch(source, async ({ headers }) =>
      Response.json(headers.get('authorization')),
    );
    const controller = new AbortController();
    const given = send(new Request('http://localhost/', { signal: controller.signal }));
    const other = send(new Request('http://localhost/'));
    controller.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    expect(await (await other).json()).toBe('Bearer access-1');
  });
});

describe('a request with a token source', () => {
  it('is repeated once when the registry refuses the token, with its body', async () => {
    const { fetch } = tokenEndpoint();
    const source = createTokenSource({ ...app, fetch, onRefresh: () => undefined });
    const bodies: string[] = [];
    const send = authorizedFetch(source, async (request) => {
      bodies.push(`${request.headers.get('authorization')} ${await request.text()}`);
      return new Response('', { status: 401 });
    });
    const request = new Request('http://localhost/', { method: 'POST', body: 'the body' });
    expect((await send(request)).status).toBe(401);
    expect(bodies).toEqual(['Bearer access-1 the body', 'Bearer access-2 the body']);
  });
});

describe('an API key', () => {
  it.each(['', ' key', 'key\n'])('is refused before it is sent: %j', (key) => {
    expect(() => authorizedFetch(key, async () => new Response())).toThrow('Pass it as it was');
  });
});

describe('unwrap', () => {
  it('throws every problem, and the wait that is asked for', async () => {
    const errors = [
      { status: 429, code: 'too_many_requests', title: 'Too many', detail: 'Wait a minute.' },
    ];
    const response = new Response('', { status: 429, headers: { 'Retry-After': '60' } });
    const refused = unwrap({ error: { errors }, response });
    await expect(refused).rejects.toThrow(new PlatformError(response, errors));
    await expect(refused).rejects.toMatchObject({ status: 429, errors, retryAfterSeconds: 60 });
  });

  it('throws for a page of a proxy too', async () => {
    const response = new Response('', { status: 502, statusText: 'Bad Gateway' });
    await expect(unwrap({ error: '<h1>Bad Gateway</h1>', response })).rejects.toMatchObject({
      message: 'The answer is 502 Bad Gateway',
      errors: [],
    });
  });
});
