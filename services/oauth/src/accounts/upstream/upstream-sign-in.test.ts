import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryStore } from '../../storage/memory-store.ts';
import { UpstreamFault } from './upstream-fault.ts';
import { UpstreamSignIn } from './upstream-sign-in.ts';

const identity = { issuer: 'https://login.example', subject: 'somebody', email: undefined };
/** The upstream provider, who knows everybody as the same. */
const provider = {
  authorizationAddress: async ({ state }: { state: string }) => state,
  identify: async () => identity,
};
let now: number;
let signIn: UpstreamSignIn;

beforeEach(() => {
  now = Date.now();
  signIn = new UpstreamSignIn('Acme', provider, new MemoryStore(() => new Date(now)));
});

/** A browser that leaves now, and comes back when it is told to. */
async function leave() {
  const { address: state, cookie } = await signIn.begin('interaction', false);
  const cookieOf = (name: string) => (name === cookie.name ? cookie.value : undefined);
  return () => signIn.complete(new URLSearchParams({ state }), cookieOf);
}

describe('a sign-in at the upstream provider', () => {
  it.each([
    ['the last second', 599, true],
    ['a second too late', 601, false],
  ])('that comes back in %s', async (_name, seconds, isTaken) => {
    const comeBack = await leave();
    now += seconds * 1000;
    const outcome = await comeBack().catch((error: unknown) => error);
    if (isTaken) expect(outcome).toEqual({ interactionId: 'interaction', identity });
    else expect(outcome).toBeInstanceOf(UpstreamFault);
  });

  it.each([
    ['the last second', 59, true],
    ['a second too late', 61, false],
  ])('whose result is asked for in %s', async (_name, seconds, isTaken) => {
    const id = await signIn.keepResult({ interactionId: 'interaction', identity });
    now += seconds * 1000;
    const outcome = await signIn.takeResult(id, 'interaction').catch((error: unknown) => error);
    if (isTaken) expect(outcome).toEqual(identity);
    else expect(outcome).toBeInstanceOf(UpstreamFault);
  });

  it('comes back once, however many at once say that they do', async () => {
    const comeBack = await leave();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, comeBack));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('hands its result over once, however many at once ask for it', async () => {
    const id = await signIn.keepResult({ interactionId: 'interaction', identity });
    const take = () => signIn.takeResult(id, 'interaction');
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, take));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
