const NAME = 'Idempotency-Key';

/**
 * Adds an `Idempotency-Key` to the options of a request. The platform answers a repeated request with the
 * first response for one day. Without it the client makes one for each call.
 * @param key the same for every call that means one change; random without it
 */
export function withIdempotencyKey<Options extends object>(
  options: Options,
  key = randomKey(),
): Options & { params: { header: { 'Idempotency-Key': string } } } {
  const { params } = options as { params?: object };
  return { ...options, params: { ...params, header: { 'Idempotency-Key': key } } };
}

/** Gives each POST without an `Idempotency-Key` one of its own, so that an attempt may be repeated. */
export function keyedFetch(
  send: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return (request) => {
    if (request.method === 'POST' && !request.headers.has(NAME)) {
      request.headers.set(NAME, randomKey());
    }
    return send(request);
  };
}

/** Not `crypto.randomUUID`, which browsers offer in secure contexts only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
