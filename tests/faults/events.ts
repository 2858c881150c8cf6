import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kind, Ledger, LedgerApp } from './ledger.ts';
import type { PlatformCalls } from './platform-calls.ts';
import type { Tenant } from './tenant.ts';

/** What the workload causes. */
const eventTypes = ['app.registered', 'app.installed', 'app.uninstalled', 'app.secret_rotated'];

/** The first attempt of each so many events is refused, so that some are always tried again. */
const REFUSED_ONE_OF = 20;

/** Receives the events of all tenants. An event counts once it is accepted, by its `webhook-id`. */
export class EventReceiver {
  readonly url: string;
  readonly #close: () => Promise<void>;
  /** The ids of accepted events, by app and type. */
  readonly #accepted = new Map<string, Set<string>>();
  readonly #seen = new Set<string>();
  accepted = 0;
  repeated = 0;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async start(): Promise<EventReceiver> {
    const server = createServer(async (request, response) => {
      // A replica that is killed cuts its request off. Nothing is accepted then: it is sent again.
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return;
      const isAccepted = receiver.#receive(String(request.headers['webhook-id']), body);
      response.writeHead(isAccepted ? 204 : 503).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const receiver = new EventReceiver(`http://127.0.0.1:${port}/`, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    return receiver;
  }

  /** How many different events of a type were accepted. */
  countOf(app: string, type: string): number {
    return this.#accepted.get(`${app} ${type}`)?.size ?? 0;
  }

  close(): Promise<void> {
    return this.#close();
  }

  #receive(id: string, body: string): boolean {
    const isFirst = !this.#seen.has(id);
    this.#seen.add(id);
    if (isFirst && this.#seen.size % REFUSED_ONE_OF === 0) return false;
    const { type, data } = JSON.parse(body) as { type: string; data: Data };
    const key = `${data.app} ${type}${type === 'app.registered' ? ` ${data.version}` : ''}`;
    const ids = this.#accepted.get(key) ?? new Set();
    if (ids.has(id)) this.repeated += 1;
    else this.accepted += 1;
    this.#accepted.set(key, ids.add(id));
    return true;
  }
}

type Data = { app: string; version: string };

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
