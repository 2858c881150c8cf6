import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Draft, draftOf } from '../operations/draft.ts';
import { closeConnections, encode, send, written } from '../operations/http-request.ts';
import { fill, liveValues } from '../operations/live-values.ts';
import { operationRow } from '../operations/operations.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { startPlatform } from '../platform/platform.ts';
import { readFuzzConfig } from './config.ts';
import type { Draw } from './draw.ts';
import { makeHostile, mutate } from './mutation.ts';
import { type Target, targetsOf } from './targets.ts';
import { validDraft } from './valid-draft.ts';

/** Of the requests for an operation, at least so many succeed. */
const SUCCEEDING_SHARE = 0.1;

const { seed, requests } = readFuzzConfig();
const platform = await startPlatform({
  firstPartyRedirectUris,
  // A stream that nobody closes ends by itself.
  streams: { pollMilliseconds: 20, lifeMilliseconds: 20 },
  // Nothing is limited here: the limits have tests of their own.
  signInLimits: { wrongPerAccount: 1e6, wrongPerNetwork: 1e6, openPerNetwork: 1e6 },
  userCodeLimits: { wrongPerAccount: 1e6, wrongPerNetwork: 1e6 },
});
const live = await liveValues(platform);
const targets = await targetsOf(platform);
const weights = targets.reduce((sum, { weight }) => sum + weight, 0);
const sent = { requests: 0, serverErrors: 0 };

afterAll(async () => {
  closeConnections();
  await platform.close();
  process.stdout.write(`requests fuzzed ${sent.requests}, 5xx ${sent.serverErrors}\n`);
});

describe('whatever is asked', () => {
  it.each(targets)(
    '$name: no 5xx, and every answer as documented',
    async (target) => {
      const counts = await fuzz(target);
      expect(missing(target, counts)).toEqual([]);
    },
    300_000,
  );
});

/** @returns how often each status was answered */
async function fuzz(target: Target): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const { operation } = target;
  // Each row of values is sent once as it is, so that every documented success is seen, however few requests there are.
  const rows = [...operationRow(operation.operationId).values];
  const property = fc.asyncProperty(fc.gen(), async (draw) => {
    const row = rows.shift();
    const draft = row ? draftOf(operation, row) : drawnDraft(draw, operation);
    const status = await ask(target, draft);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  });
  const numRuns = Math.ceil((requests * target.weight) / weights);
  await fc.assert(property, { seed, numRuns, endOnFailure: true });
  return counts;
}

function drawnDraft(draw: Draw, operation: Target['operation']): Draft {
  const valid = validDraft(draw, operation);
  const kind = draw(fc.constantFrom<string[]>, 'valid', 'nearly', 'nearly', 'hostile');
  if (kind === 'valid') return valid;
  return kind === 'nearly' ? mutate(draw, valid) : makeHostile(draw, valid);
}

/** @throws Error that shows the request where its answer is not as documented */
async function ask({ operation, origin, check }: Target, draft: Draft): Promise<number> {
  const values = await live.valuesIn(draft);
  const request = encode(operation, draft, (text) => fill(text, values));
  const answer = await send(origin, request);
  sent.requests += 1;
  if (answer.status >= 500) sent.serverErrors += 1;
  const fault = answer.status >= 500 ? 'This is our fault.' : check(operation, answer);
  if (fault) {
    const told = `${answer.status}\n${answer.body.toString('utf8').slice(0, 2_000)}`;
    throw new Error(`${fault} FUZZ_SEED=${seed}\n\n${written(request)}\n\nwas answered\n\n${told}`);
  }
  live.learn(operation.operationId, values, answer);
  return answer.status;
}

/** What of an operation's success was not seen, or too seldom. */
function missing({ operation }: Target, counts: Map<number, number>): string[] {
  const documented = Object.keys(operation.responses).map(Number).filter(isSuccess);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const succeeded = documented.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  const unseen = documented.filter((status) => !counts.has(status)).map((status) => `no ${status}`);
  const isRare = succeeded < total * SUCCEEDING_SHARE;
  return [...unseen, ...(isRare ? [`${succeeded} of ${total} succeeded`] : [])];
}

function isSuccess(status: number): boolean {
  return status < 400;
}
