import type { ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';

/** An answer that is given again to a repeated request: a redirect, or a page. */
export type KeptAnswer = { status: number; location?: string; html?: string; cookies: string[] };

/** The cookies that a response sets. Those that it clears may be set again when it is repeated. */
export function cookiesSetBy(response: ServerResponse): string[] {
  return cookieLines(response).filter((line) => !isCleared(line));
}

/** Every `Set-Cookie` line of a response. */
export function cookieLines(response: ServerResponse): string[] {
  const lines = response.getHeader('set-cookie') ?? [];
  return Array.isArray(lines) ? lines : [String(lines)];
}

export function isCleared(line: string): boolean {
  return /; expires=Thu, 01 Jan 1970/i.test(line);
}

/**
 * The cookies of an answer that is repeated, without that of a session which has ended or has another
 * cookie by now: it would sign the browser out.
 */
export async function cookiesToRepeat(
  provider: Provider,
  { cookies }: KeptAnswer,
): Promise<string[]> {
  const name = provider.cookieName('session');
  const isOfSession = (line: string) =>
    line.startsWith(`${name}=`) || line.startsWith(`${name}.sig=`);
  const id = cookies.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  const session = id && (await provider.Session.find(id.split(';')[0] ?? ''));
  return session ? cookies : cookies.filter((line) => !isOfSession(line));
}
