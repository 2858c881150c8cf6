import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { webhookUrlFault } from '@app-platform/app-definition';
import { type AddressKind, addressKind, type ResolveHost } from './public-address.ts';

export type Sending = {
  resolve: ResolveHost;
  /** For development: `http`, any port and loopback addresses. */
  allowsLoopback: boolean;
  timeoutMilliseconds: number;
};

export type Message = { url: string; payload: string; headers: Record<string, string> };

/** The receiver's response, without its body. */
export type DeliveryResponse = {
  status: number;
  /** The header, as it came. */
  retryAfter?: string | undefined;
};

/** A failure whose text the owner of the webhook may see. */
export class DeliveryError extends Error {}

/** How long a connection may take before another address of the host is tried in parallel. */
const CONNECT_MILLISECONDS = 2_000;

/**
 * Posts a message. Redirects are not followed. The body of a response is not read: the owner
 * of the address must not learn its content.
 * @returns the response, without its body
 * @throws DeliveryError where there is none; the reason of `signal` where that has ended it
 */
export async function sendDelivery(
  message: Message,
  sending: Sending,
  signal: AbortSignal,
): Promise<DeliveryResponse> {
  const fault = webhookUrlFault(message.url, sending);
  if (fault) throw new DeliveryError(`The address ${fault}`);
  const url = new URL(message.url);
  const deadline = AbortSignal.timeout(sending.timeoutMilliseconds);
  try {
    return await post(url, message, sending, AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted) {
      const seconds = sending.timeoutMilliseconds / 1000;
      throw new DeliveryError(`No response came within ${seconds} seconds.`);
    }
    throw error instanceof DeliveryError ? error : new DeliveryError(textOf(error));
  }
}

function post(
  url: URL,
  { payload, headers }: Message,
  sending: Sending,
  signal: AbortSignal,
): Promise<DeliveryResponse> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Node.js looks no literal address up.
  if (isIP(host)) refuseAddress(host, sending);
  const options: RequestOptions & { autoSelectFamilyAttemptTimeout: number } = {
    method: 'POST',
    headers,
    signal,
    // No keep-alive: a pooled socket was checked against older DNS.
    agent: false,
    lookup: checkedLookup(sending),
    autoSelectFamilyAttemptTimeout: CONNECT_MILLISECONDS,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    request.once('response', (response) => {
      response.once('error', () => undefined);
      response.destroy();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
    // More than one error may come; only the first counts.
    request.on('error', reject);
    request.end(payload);
  });
}

/**
 * Resolves a host for one connection, and refuses it where any of its addresses is not allowed. The
 * socket connects to what was checked, so a name that changes its address afterwards gains nothing.
 */
function checkedLookup(sending: Sending): LookupFunction {
  return (host, options, callback) => {
    resolveAllowed(host, sending).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all || !first) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

async function resolveAllowed(host: string, sending: Sending): Promise<string[]> {
  const isLocal = sending.allowsLoopback && host === 'localhost';
  const addresses = isLocal ? ['127.0.0.1', '::1'] : await sending.resolve(host);
  if (addresses.length === 0) throw new DeliveryError('The host name has no address.');
  for (const address of addresses) refuseAddress(address, sending);
  return addresses;
}

/** @throws DeliveryError without the address, which may be that of an internal name */
function refuseAddress(address: string, { allowsLoopback }: Sending): void {
  if (isAllowed(addressKind(address), allowsLoopback)) return;
  throw new DeliveryError(
    'The host leads to an address that is not public. Deliveries go to public addresses only.',
  );
}

function isAllowed(kind: AddressKind, allowsLoopback: boolean): boolean {
  return kind === 'public' || (kind === 'loopback' && allowsLoopback);
}

function textOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code)
    ? `The connection failed: ${code}.`
    : 'The connection failed.';
}
