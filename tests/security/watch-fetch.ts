/** A request that was answered. */
export type Sent = { method: string; url: string; status: number; requestId: string };

/** Runs `work`. @returns every request that this process sent with `fetch` meanwhile */
export async function watchFetch(work: () => Promise<void>): Promise<Sent[]> {
  const { fetch } = globalThis;
  const sent: Sent[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const method = request.method.toLowerCase();
    const response = await fetch(input, init);
    const { status, headers } = response;
    const requestId = headers.get('x-request-id') ?? '';
    sent.push({ method, url: request.url, status, requestId });
    return response;
  };
  try {
    await work();
  } finally {
    globalThis.fetch = fetch;
  }
  return sent;
}
