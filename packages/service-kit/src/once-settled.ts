import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './logging/logger.ts';

const SETTLE_MILLISECONDS = 1_000;

/**
 * Does what can wait a second after a service is ready: by then it has been asked whether it is, and
 * seldom anything else. Keeps no process from ending.
 * @param steps one after another, so that requests are answered in between; one that fails is told
 */
export async function onceSettled(
  steps: (() => Promise<void> | undefined)[],
  logger: Logger,
): Promise<void> {
  await wait(SETTLE_MILLISECONDS, undefined, { ref: false });
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      logger.warn({ err: error }, 'could not be prepared');
    }
  }
}
