import { createHash } from 'node:crypto';
import { errors, type default as Provider } from 'oidc-provider';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';

/** A SHA-256 thumbprint in base64url (RFC 7638, RFC 9449 section 10). */
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/** @throws InvalidRequest for a `dpop_jkt` that no key can have */
export function checkKeyThumbprint(_context: unknown, value: unknown): void {
  if (value === undefined || THUMBPRINT.test(String(value))) return;
  throw new errors.InvalidRequest("'dpop_jkt' is not the SHA-256 thumbprint of a key in base64url");
}

/**
 * Makes the check of a DPoP proof atomic: oidc-provider looks it up and then saves it. A proof from a
 * clock that is ahead is accepted for up to twice as long as oidc-provider remembers it.
 */
export function detectReplays(provider: Provider, ephemeral: EphemeralStore): void {
  const model = provider.ReplayDetection as unknown as {
    unique(issuer: string, id: string, expiresAt: number): Promise<boolean>;
  };
  model.unique = (issuer, id, expiresAt) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([issuer, id]))
      .digest('base64url');
    const toleranceSeconds = Math.max(1, expiresAt - Math.floor(Date.now() / 1000));
    return ephemeral.add(`ReplayDetection:${digest}`, '', 2 * toleranceSeconds + 1);
  };
}
