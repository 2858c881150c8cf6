import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { KEPT_SECONDS, type KeptResults } from '../storage/kept-results.ts';
import { isResumption } from './endpoint-paths.ts';
import {
  cookieLines,
  cookiesSetBy,
  cookiesToRepeat,
  isCleared,
  type KeptAnswer,
} from './kept-answer.ts';

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
