import type { ServerResponse } from 'node:http';
import type { Interaction, KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import { isResumption } from '../endpoints/endpoint-paths.ts';
import type { SessionGrants } from '../grants/revoke-access.ts';
import { KEPT_SECONDS, type KeptResults } from '../storage/kept-results.ts';

/**
 * Resumes an authorization after a page, once: a request that is repeated gets the same answer, with
 * the same code. Drops the query, whose parameters are stored. Without a stored request oidc-provider
 * would send an error to the `redirect_uri` of the query, in its `response_mode`.
 */
export function resumeOnce(provider: Provider, results: KeptResults): void {
  provider.use(async (context: KoaContextWithOIDC, next) => {
    if (!isResumption(context.path)) return next();
    context.query = {};
    const id = context.cookies.get(provider.cookieName('resume'));
    // A browser sends the cookie to its path alone; another program might send it to any.
    if (id === undefined || !context.path.endsWith(`/${id}`)) return next();
    const request = { holder: `resumption ${id}`, form: null };
    const { result, isRepeated } = await results.once(request, async () => {
      await next();
      if (!isFinished(context)) return undefined;
      keepCookie(provider, context, id);
      return answerOf(context);
    });
    if (isRepeated && result) await repeat(provider, context, result);
  });
}

/** Whether oidc-provider has ended an interaction that has a result: only then it sets the parameters. */
function isFinished({ oidc, status }: KoaContextWithOIDC): boolean {
  const hasResult = oidc.result ?? oidc.entities.Interaction?.result;
  return oidc.params !== undefined && hasResult !== undefined && status < 500;
}

/** oidc-provider clears it, but a request that is repeated needs it. It comes before the next one. */
function keepCookie(provider: Provider, context: KoaContextWithOIDC, id: string): void {
  const name = provider.cookieName('resume');
  const others = cookieLines(context.res).filter(
    (line) => !(isCleared(line) && (line.startsWith(`${name}=`) || line.startsWith(`${name}.sig`))),
  );
  context.remove('Set-Cookie');
  const { path } = context;
  const maxAge = KEPT_SECONDS * 1000;
  context.cookies.set(name, id, { path, httpOnly: true, sameSite: 'lax', maxAge });
  context.set('Set-Cookie', [...cookieLines(context.res), ...others]);
}

function answerOf({ status, response, res, body }: KoaContextWithOIDC): KeptAnswer {
  const location = response.get('Location');
  const content = location ? { location } : { html: String(body ?? '') };
  return { status, ...content, cookies: cookiesSetBy(res) };
}

async function repeat(
  provider: Provider,
  context: KoaContextWithOIDC,
  answer: KeptAnswer,
): Promise<void> {
  const { status, location, html } = answer;
  context.set('Set-Cookie', await cookiesToRepeat(provider, answer));
  context.status = status;
  if (location) context.redirect(location);
  else context.body = html;
}

/** The response to a request that may be repeated: a redirect, or a page. */
export type KeptAnswer = { status: number; location?: string; html?: string; cookies: string[] };

/** The cookies that a response sets. Those that it clears may be set again when it is repeated. */
export function cookiesSetBy(response: ServerResponse): string[] {
  return cookieLines(response).filter((line) => !isCleared(line));
}

/** Every `Set-Cookie` line of a response. */
function cookieLines(response: ServerResponse): string[] {
  const lines = response.getHeader('set-cookie') ?? [];
  return Array.isArray(lines) ? lines : [String(lines)];
}

function isCleared(line: string): boolean {
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

/**
 * Ends the browser's session when another person has signed in, also in another tab. oidc-provider
 * would show a page that signs out by a script, which the content security policy blocks.
 */
export function switchAccounts(provider: Provider, grants: SessionGrants): void {
  provider.use(async (context: KoaContextWithOIDC, next) => {
    if (isResumption(context.path)) await endOtherSession(provider, grants, context);
    return next();
  });
}

async function endOtherSession(
  provider: Provider,
  grants: SessionGrants,
  context: KoaContextWithOIDC,
): Promise<void> {
  const interaction = await resumedInteraction(provider, context);
  const signedIn = interaction?.result?.login?.accountId;
  if (!interaction || !signedIn) return;
  const session = await provider.Session.get(context as never);
  const { accountId, uid } = session;
  if (!accountId || accountId === signedIn) return;
  await grants.end({ accountId, uid });
  await session.destroy();
  if (!interaction.session) return;
  // Otherwise the interaction would still belong to the ended session.
  Reflect.deleteProperty(interaction.session, 'uid');
  await interaction.persist();
}

/** The interaction that the browser continues. */
async function resumedInteraction(
  provider: Provider,
  { cookies }: KoaContextWithOIDC,
): Promise<Interaction | undefined> {
  const id = cookies.get(provider.cookieName('resume'));
  return id === undefined ? undefined : provider.Interaction.find(id);
}
