import { type Check, type Facts, unknown } from './check.ts';

const NAME = 'client_secret';

/** When the secret was rotated: a request with an older one is refused. The secret itself is not sent. */
export function checkSecret({ request, secrets, client, now }: Facts): Check[] {
  if (request.kind === 'authorization') return [];
  const [current] = secrets;
  if (!current) {
    const detail = `${client.app} has no client secret. Send none, with PKCE; or generate one: POST /v1/apps/available/${client.app}/secret.`;
    return [unknown(NAME, detail)];
  }
  const generatedAt = current.createdAt.toISOString();
  const overlapping = secrets.filter(({ expiresAt }) => expiresAt !== null && expiresAt > now);
  const ends = overlapping.map(({ expiresAt }) => expiresAt?.toISOString());
  const [until] = ends;
  const before =
    until === undefined ? 'Earlier ones have ended' : `Earlier ones end at ${ends.join(', ')}`;
  const detail = `Not checked: a secret is not sent here. The current one was generated at ${generatedAt}. ${before}. If the app was deployed with an older one, give it the current one.`;
  return [unknown(NAME, detail, { generatedAt, ...(until && { previousEndsAt: until }) })];
}
