/** Posts to an API with a bearer credential. @throws Error with the answer of a refusal */
export async function postJson(url: string, credential: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is up to whoever asks
  return (await response.json()) as any;
}
