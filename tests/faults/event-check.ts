import { setTimeout as wait } from 'node:timers/promises';
import { type EventReceiver, eventTypes } from './event-receiver.ts';
import type { Kind, Ledger, LedgerApp } from './ledger.ts';
import type { PlatformCalls } from './platform-calls.ts';
import type { Tenant } from './tenant.ts';

/** The lease of a replica that was killed, the pause after a refusal, and time to spare. */
const MOST_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 250;

/** Has every event of a tenant sent to the receiver. */
export async function subscribe(
  calls: PlatformCalls,
  tenant: Tenant,
  receiver: EventReceiver,
): Promise<void> {
  const body = { url: receiver.url, events: eventTypes };
  const { status } = await calls.registry(tenant, tenant.apiKey, 'POST', '/v1/webhooks', { body });
  if (status !== 201) throw new Error(`A webhook cannot be created: ${status}`);
}

/** Waits until the events of all acknowledged changes were received; what does not come is lost. */
export async function checkEvents(ledger: Ledger, receiver: EventReceiver): Promise<void> {
  const end = performance.now() + MOST_MILLISECONDS;
  let left = ledger.apps;
  for (;;) {
    left = left.filter((app) => missingEvents(app, receiver).length > 0);
    if (left.length === 0 || performance.now() > end) break;
    await wait(POLL_MILLISECONDS);
  }
  for (const app of left) {
    for (const missing of missingEvents(app, receiver)) {
      ledger.lose(app, `event ${missing}`, 'it was not delivered');
    }
  }
}

/** A change that was asked for again may have happened once or twice, so these are the fewest. */
function missingEvents({ name, lines }: LedgerApp, receiver: EventReceiver): string[] {
  const acknowledged = lines.filter(({ outcome }) => outcome === 'acknowledged');
  const count = (kind: Kind) => acknowledged.filter((line) => line.kind === kind).length;
  const least: [string, number][] = [
    ...acknowledged.flatMap(({ receipt }): [string, number][] =>
      receipt.attributes ? [[`app.registered ${receipt.attributes.version}`, 1]] : [],
    ),
    ['app.secret_rotated', count('secret')],
    // An app is installed once and uninstalled once.
    ['app.installed', Math.min(1, count('install'))],
    ['app.uninstalled', Math.min(1, count('uninstall'))],
  ];
  return least.flatMap(([event, fewest]) =>
    receiver.countOf(name, event) < fewest ? [event] : [],
  );
}
