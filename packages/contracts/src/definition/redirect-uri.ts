const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why a redirect URI is refused; nothing where it is allowed. `https`, or `http` on a loopback
 * host, or a private-use scheme with a dot (RFC 8252 section 7); compared exactly, so without
 * wildcard, and without fragment (RFC 6749 section 3.1.2).
 */
export function redirectUriFault(uri: string): string | undefined {
  if (!URL.canParse(uri)) return 'must be an absolute URI';
  const { protocol, hostname, username, password } = new URL(uri);
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'must consist of printable ASCII characters';
  if (uri.includes('#')) return 'must not have a fragment';
  if (uri.includes('*')) return 'must not have a wildcard: it is compared exactly';
  if (username || password) return 'must not have a user name or password';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:') {
    return LOOPBACK_HOSTS.has(hostname) ? undefined : 'must be https, unless its host is loopback';
  }
  return protocol.includes('.')
    ? undefined
    : 'must be https, or have a private-use scheme with a dot, such as com.example.app:/callback';
}
