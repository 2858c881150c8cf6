import type { PlatformAddresses } from './platform.ts';

/** Posts to an internal API as the operator. */
export async function postOperator(platform: PlatformAddresses, url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${platform.operatorToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is up to whoever asks
  return (await response.json()) as any;
}
