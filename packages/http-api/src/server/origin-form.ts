/**
 * The path of a request target in absolute form (RFC 9112 section 3.2.2). The host is ignored;
 * Express would parse it and fail on an invalid one.
 */
export function originForm(target: string): string {
  const path = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}
