import { problem } from '@app-platform/contracts';
import type { RequestHandler } from 'express';
import { AppError } from '../errors/app-error.ts';
import { rejectAndDrain } from './reject-and-drain.ts';

/** Whether clients reach the service over TLS. A proxy in front of the service ends it. */
export function isHttps(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:';
}

/**
 * Admits only requests that came over TLS. `request.secure` reads `X-Forwarded-Proto` of trusted
 * proxies only (https://expressjs.com/en/guide/behind-proxies.html). A redirect would make a client
 * repeat an unencrypted credential, so a request with a credential is refused instead.
 * @param publicUrl the redirect's host; never the `Host` header, which the client chooses
 */
export function requireHttps(publicUrl: string): RequestHandler {
  if (!isHttps(publicUrl)) return (_request, _response, next) => next();
  return (request, response, next) => {
    if (request.secure) return next();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.headers.authorization !== undefined) {
      return rejectAndDrain(request, response, httpsRequired(publicUrl), next);
    }
    const location = new URL(publicUrl);
    location.pathname = request.path;
    location.search = new URL(request.url, 'http://localhost').search;
    response.redirect(308, location.href);
  };
}

function httpsRequired(publicUrl: string): AppError {
  const detail = `This request was not sent over https. Send it to ${publicUrl}, and replace every credential in it: it was not encrypted.`;
  return new AppError(problem('https_required', detail), {
    internalDetail:
      'If the client used https: the proxy that ends TLS must set X-Forwarded-Proto: https, and TRUSTED_PROXIES must count the proxies.',
  });
}

/** The fault of a configuration in which every request would count as unencrypted. */
export function proxyFaults(
  variable: string,
  publicUrl: string | undefined,
  trustedProxies: number,
): string[] {
  if (!publicUrl || !isHttps(publicUrl) || trustedProxies > 0) return [];
  return [
    `TRUSTED_PROXIES must be at least 1 where ${variable} is https: count the proxies that add to X-Forwarded-For. The one that ends TLS sets X-Forwarded-Proto: https`,
  ];
}
