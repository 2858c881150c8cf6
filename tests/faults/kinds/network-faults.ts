import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import type { RelayMode } from '../relay.ts';
import type { Fault } from './fault.ts';

/** Each way; an internal call takes twice as long, a token request makes several. */
const SLOW_MILLISECONDS = 300;

/** Longer than a call with its repetition waits for an answer. */
const OUTLASTING_MILLISECONDS = 6_000;

const ways: [string, keyof Cluster['network']][] = [
  ['registry, seen from oauth,', 'oauthToRegistry'],
  ['oauth, seen from the registry,', 'registryToOauth'],
];

const modes: [string, RelayMode][] = [
  ['unreachable', { kind: 'refuse' }],
  ['slow', { kind: 'delay', milliseconds: SLOW_MILLISECONDS }],
  ['black-holed', { kind: 'blackHole' }],
];

export const networkFaults: Fault[] = ways.flatMap(([subject, way]) =>
  modes.map(
    ([state, mode]): Fault => ({
      name: `${subject} ${state}`,
      inflict: async ({ network }, holdMilliseconds) => {
        await network[way].set(mode);
        await wait(Math.max(holdMilliseconds, OUTLASTING_MILLISECONDS));
        await network[way].set({ kind: 'pass' });
      },
    }),
  ),
);
