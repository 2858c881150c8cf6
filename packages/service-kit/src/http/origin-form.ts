/**
 * A request line may hold a whole address (RFC 9112 section 3.2.2). It means its path: the host, and
 * whether it could be one, is for nobody here to read. Express would read it, and fail.
 */
export function originForm(target: string): string {
  const path = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}
