import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryStore } from '../../storage/ephemeral-store.ts';
import { UpstreamFault } from './upstream-provider.ts';
import { UpstreamSignIn } from './upstream-sign-in.ts';

const identity = { issuer: 'https://login.example', subject: 'somebody', email: undefined };
/** An upstream provider with one user. */
const provider = {
  authorizationAddress: async ({ state }: { state: string }) => state,
  identify: async (query: URLSearchParams) => {
    if (query.get('code') === 'refused') throw new UpstreamFault('refused', 'its code has ended');
    return identity;
  },
};
let now: number;
let signIn: UpstreamSignIn;

beforeEach(() => {
  now = Date.now();
  signIn = new UpstreamSignIn('Acme', provider, new MemoryStore(() => new Date(now)));
});

/** Starts a sign-in. @returns completes it */
async function leave() {
  const { address: state, cookie } = await signIn.begin('interaction', false);
  const cookieOf = (name: string) => (name === cookie.name ? cookie.value : undefined);
  return (code = 'good') => signIn.complete(new URLSearchParams({ state, code }), cookieOf);
}

describe('a sign-in at the upstream provider', () => {
  it.each([
    ['the last second', 599, true],
    ['a second too late', 601, false],
  ])('that completes in %s', async (_name, seconds, isTaken) => {
    const complete = await leave();
    now += seconds * 1000;
    const outcome = await complete().catch((error: unknown) => error);
    if (isTaken) expect(outcome).toEqual({ interactionId: 'interaction', identity });
    else expect(outcome).toBeInstanceOf(UpstreamFault);
  });

  it.each([
    ['the last second', 59, true],
    ['a second too late', 61, false],
  ])('whose result is taken in %s', async (_name, seconds, isTaken) => {
    const id = await signIn.keepResult({ interactionId: 'interaction', identity });
    now += seconds * 1000;
    const outcome = await signIn.takeResult(id, 'interaction').catch((error: unknown) => error);
    if (isTaken) expect(outcome).toEqual(identity);
    else expect(outcome).toBeInstanceOf(UpstreamFault);
  });

  it('completes once for concurrent callbacks', async () => {
    const complete = await leave();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => complete()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('completes by a later code where the provider refuses one, and once', async () => {
    const complete = await leave();
    await expect(complete('refused')).rejects.toThrow(UpstreamFault);
    expect(await complete()).toEqual({ interactionId: 'interaction', identity });
    await expect(complete()).rejects.toThrow(UpstreamFault);
  });

  it('gives its result to one of several concurrent callers', async () => {
    const id = await signIn.keepResult({ interactionId: 'interaction', identity });
    const take = () => signIn.takeResult(id, 'interaction');
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, take));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
