import type { Change, ChangeBatch } from '@app-platform/contracts';
import { expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.ts';
import { ChangeFeed } from './change-feed.ts';
import { Subscribers } from './subscribers.ts';

const change: Change = {
  action: 'app.blocked',
  organizationId: 'a'.repeat(24),
  subject: 'tracker',
};

/** A log of changes whose positions are their number. @param log of another replica of this service */
function newLog(log: Change[] = []) {
  let readings = 0;
  const source = {
    read: async (after?: string): Promise<ChangeBatch> => {
      readings += 1;
      const changes = after === undefined ? null : log.slice(Number(after));
      return { position: String(log.length), changes };
    },
  };
  const logger = createLogger('test', 'silent');
  const feed = new ChangeFeed({ source, pauseMilliseconds: 0, logger });
  const subscribers = new Subscribers(source, feed);
  const commit = () => {
    log.push(change);
    feed.apply([change]);
  };
  return { log, subscribers, commit, readings: () => readings };
}

/** How long something takes. */
async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

it('a request without a position gets the present one, and no changes', async () => {
  const { subscribers, commit } = newLog();
  commit();
  expect(await subscribers.changesAfter('one', undefined)).toEqual({
    position: '1',
    changes: null,
  });
});

it('a request waits for a change, and for a moment only', async () => {
  const { subscribers, commit, readings } = newLog();
  const asked = subscribers.changesAfter('one', '0');
  await Promise.resolve();
  commit();
  expect(await asked).toEqual({ position: '1', changes: [change] });
  const before = readings();
  const waited = await millisecondsOf(() => subscribers.changesAfter('one', '1'));
  expect(waited).toBeGreaterThan(250);
  expect(readings() - before).toBe(1);
  expect(subscribers.waiting).toBe(0);
});

it('a write waits until the process that follows has asked again with its position', async () => {
  const { subscribers, commit } = newLog();
  await subscribers.changesAfter('one', undefined);
  const asked = subscribers.changesAfter('one', '0');
  commit();
  let isConfirmed = false;
  const confirmed = subscribers.confirmed().then(() => {
    isConfirmed = true;
  });
  const { position } = await asked;
  expect([position, isConfirmed]).toEqual(['1', false]);
  void subscribers.changesAfter('one', position);
  await confirmed;
  expect(subscribers.count).toBe(1);
});

it('a write waits a quarter of a second for one that does not ask again', async () => {
  const { subscribers, commit } = newLog();
  await subscribers.changesAfter('gone', '0');
  commit();
  expect(await millisecondsOf(() => subscribers.confirmed())).toBeGreaterThan(200);
});

it('a write waits no longer for one that has its change from another replica', async () => {
  const here = newLog();
  const there = newLog(here.log);
  await here.subscribers.changesAfter('one', '0');
  here.commit();
  const waited = millisecondsOf(() => here.subscribers.confirmed());
  const { position } = await there.subscribers.changesAfter('one', '0');
  void here.subscribers.changesAfter('one', position);
  expect(await waited).toBeLessThan(150);
});

it('a write waits for nobody where nobody follows, or all know of it', async () => {
  const { subscribers, commit } = newLog();
  commit();
  await subscribers.confirmed();
  const { position } = await subscribers.changesAfter('one', undefined);
  void subscribers.changesAfter('one', position);
  await subscribers.confirmed();
  expect(subscribers.count).toBe(1);
});
