/**
 * Adds an `Idempotency-Key` to the options of a request. The registry answers a repeated request with the
 * first response for one day, so the client may send it again.
 * @param key the same for every attempt of one change; random without it
 */
export function withIdempotencyKey<Options extends object>(
  options: Options,
  key = randomKey(),
): Options & { params: { header: { 'Idempotency-Key': string } } } {
  const { params } = options as { params?: object };
  return { ...options, params: { ...params, header: { 'Idempotency-Key': key } } };
}

/** Not `crypto.randomUUID`, which browsers offer in secure contexts only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
