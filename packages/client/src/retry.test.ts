import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { retryingFetch } from './retry.ts';
import { retryAfterSeconds } from './retry-after.ts';

const ADDRESS = 'http://localhost/v1/me';

beforeEach(() => {
  // Node.js reads the body of a request by the others.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

type Outcome = { status: number; retryAfter?: string } | Error;

/** Answers with these outcomes in turn, and notes when each attempt arrived and with which body. */
function serverWith(...outcomes: Outcome[]) {
  const startedAt = Date.now();
  const arrivals: number[] = [];
  const bodies: string[] = [];
  const send = async (request: unknown) => {
    arrivals.push(Date.now() - startedAt);
    bodies.push(await (request as Request).text());
    const outcome = outcomes[arrivals.length - 1] ?? { status: 200 };
    if (outcome instanceof Error) throw outcome;
    const { status, retryAfter } = outcome;
    const headers: Record<string, string> = retryAfter ? { 'Retry-After': retryAfter } : {};
    return new Response('', { status, headers });
  };
  return { send: send as typeof fetch, arrivals, bodies };
}

/** Lets all waiting pass. */
async function settled(answer: Promise<Response>): Promise<number | string> {
  const outcome = answer.then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
  await jest.advanceTimersByTimeAsync(600_000);
  return outcome;
}

describe('a request that may arrive twice', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])('%s is repeated', async (method) => {
    const { send, arrivals } = serverWith({ status: 503 }, new TypeError('fetch failed'));
    expect(await settled(retryingFetch(send)(new Request(ADDRESS, { method })))).toBe(200);
    expect(arrivals).toHaveLength(3);
  });

  it('is a POST with an Idempotency-Key, which keeps its body', async () => {
    const { send, bodies } = serverWith({ status: 429 }, { status: 502 });
    const headers = { 'Idempotency-Key': 'a key' };
    const request = new Request(ADDRESS, { method: 'POST', headers, body: 'the body' });
    expect(await settled(retryingFetch(send)(request))).toBe(200);
    expect(bodies).toEqual(['the body', 'the body', 'the body']);
  });

  it.each(['POST', 'PATCH'])('is not a %s without one', async (method) => {
    const { send, arrivals } = serverWith({ status: 503 });
    const request = new Request(ADDRESS, { method, body: 'the body' });
    expect(await settled(retryingFetch(send)(request))).toBe(503);
    expect(arrivals).toHaveLength(1);
  });

  it('is not repeated for a refusal, or for a mistake of the platform', async () => {
    for (const status of [400, 401, 403, 404, 409, 500]) {
      const { send, arrivals } = serverWith({ status });
      expect(await settled(retryingFetch(send)(new Request(ADDRESS)))).toBe(status);
      expect(arrivals).toHaveLength(1);
    }
  });
});

describe('the wait', () => {
  it('is as long as Retry-After asks for, and a random time beside it', async () => {
    const { send, arrivals } = serverWith({ status: 503, retryAfter: '5' });
    expect(await settled(retryingFetch(send)(new Request(ADDRESS)))).toBe(200);
    expect(arrivals).toEqual([0, 5_125]);
  });

  it('lasts until the date of Retry-After', async () => {
    const retryAfter = new Date(Math.ceil(Date.now() / 1000) * 1000 + 20_000).toUTCString();
    const { send, arrivals } = serverWith({ status: 429, retryAfter });
    expect(await settled(retryingFetch(send)(new Request(ADDRESS)))).toBe(200);
    expect(arrivals[1]).toBeGreaterThanOrEqual(20_000);
    expect(arrivals[1]).toBeLessThan(21_200);
  });

  it('doubles without Retry-After', async () => {
    const { send, arrivals } = serverWith({ status: 503 }, { status: 503 }, { status: 503 });
    expect(await settled(retryingFetch(send)(new Request(ADDRESS)))).toBe(200);
    expect(arrivals).toEqual([0, 125, 375, 875]);
  });

  it('is not made where it would be too long', async () => {
    const { send, arrivals } = serverWith({ status: 503, retryAfter: '61' });
    expect(await settled(retryingFetch(send)(new Request(ADDRESS)))).toBe(503);
    expect(arrivals).toEqual([0]);
  });

  it('ends with the abort signal of the caller, with its reason', async () => {
    const { send, arrivals } = serverWith({ status: 503, retryAfter: '30' });
    const { signal, ...controller } = abortAfter(10_000);
    const answer = retryingFetch(send)(new Request(ADDRESS, { signal }));
    expect(await settled(answer)).toBe('enough');
    expect([arrivals, controller.abortedAt()]).toEqual([[0], 10_000]);
  });
});

function abortAfter(milliseconds: number) {
  const controller = new AbortController();
  const startedAt = Date.now();
  let time = 0;
  setTimeout(() => {
    time = Date.now() - startedAt;
    controller.abort(new Error('enough'));
  }, milliseconds);
  return { signal: controller.signal, abortedAt: () => time };
}

describe('the number of attempts', () => {
  it('is four, and the last outcome counts', async () => {
    const down = serverWith(...Array.from({ length: 9 }, () => ({ status: 503 })));
    expect(await settled(retryingFetch(down.send)(new Request(ADDRESS)))).toBe(503);
    expect(down.arrivals).toHaveLength(4);
    const away = serverWith(...Array.from({ length: 9 }, () => new TypeError('fetch failed')));
    expect(await settled(retryingFetch(away.send)(new Request(ADDRESS)))).toBe(
      'There is no answer: fetch failed',
    );
    expect(away.arrivals).toHaveLength(4);
  });

  it('is bounded by time where that is asked', async () => {
    const { send, arrivals } = serverWith(
      { status: 503, retryAfter: '5' },
      { status: 503, retryAfter: '5' },
    );
    const rules = { lastAttemptSeconds: 9 };
    expect(await settled(retryingFetch(send, rules)(new Request(ADDRESS)))).toBe(503);
    expect(arrivals).toHaveLength(2);
  });
});

it.each([
  ['120', 120],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60],
  ['Thu, 01 Jan 2025 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('Retry-After: %s', (value, seconds) => {
  const headers = new Headers({ 'Retry-After': value });
  expect(retryAfterSeconds({ headers }, Date.parse('2026-01-01T00:00:00Z'))).toBe(seconds);
});
