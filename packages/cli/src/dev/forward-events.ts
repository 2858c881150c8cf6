import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AppLogEntry } from '@app-platform/client/source';
import { Webhook } from 'standardwebhooks';
import { isNetworkError, isTimeout } from '../failure.ts';
import { readLog } from '../session/app-log.ts';
import { RecentKeys } from '../session/recent-keys.ts';
import type { Registry } from '../session/registry.ts';

/** The program may still compile, or be starting again. */
const ATTEMPTS = 60;
const PAUSE_MILLISECONDS = 500;
/** A program that stops in a debugger does not hold up the next events for ever. */
const ANSWER_MILLISECONDS = 30_000;

/** A secret of one session: the program verifies what is forwarded, as it does in production. */
export function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

export type Forwarded = { event: 'webhook'; id: string; type: string; status: number | null };

type Target = { address: string; secret: string; answerMilliseconds?: number };

type Listeners = { report: (forwarded: Forwarded) => void; onBreak: (reason: string) => void };

/** Sends what happens to an app from now on to a local port, signed, until it is aborted. */
export async function forwardEvents(
  registry: Registry,
  app: string,
  target: Target,
  { report, onBreak }: Listeners,
  signal: AbortSignal,
): Promise<void> {
  const known = new RecentKeys();
  for await (const entry of readLog(registry, { app, follow: false, onBreak, signal })) {
    const event = eventOf(entry);
    if (event) known.add(event.id);
  }
  for await (const entry of readLog(registry, { app, follow: true, onBreak, signal })) {
    const event = eventOf(entry);
    // A delivery has an entry for each attempt, and an installation one beside those.
    if (!event || !known.add(event.id)) continue;
    const { id, type } = event;
    report({ event: 'webhook', id, type, status: await deliver(event, target, signal) });
  }
}

type Event = { id: string; type: string; body: string };

function eventOf(entry: AppLogEntry): Event | undefined {
  if (entry.type !== 'webhook_delivery' && entry.type !== 'installation') return undefined;
  const { eventId, eventType, payload } = entry.attributes;
  return { id: eventId, type: eventType, body: JSON.stringify(payload) };
}

/** @returns the status of the answer, or null where nothing answers */
async function deliver(
  { id, body }: Event,
  { address, secret, answerMilliseconds = ANSWER_MILLISECONDS }: Target,
  signal: AbortSignal,
): Promise<number | null> {
  for (let attempt = 1; ; attempt += 1) {
    const at = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]);
    try {
      const response = await fetch(address, { method: 'POST', headers, body, signal: deadline });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      if (!isNetworkError(error)) throw error;
      if (attempt >= ATTEMPTS || isTimeout(error)) return null;
      await wait(PAUSE_MILLISECONDS, undefined, { signal });
    }
  }
}
