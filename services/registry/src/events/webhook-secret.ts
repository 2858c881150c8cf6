import { randomBytes } from 'node:crypto';

/** The beginning of secrets in Standard Webhooks, which its libraries and secret scanners know. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret of 256 random bits, as its receiver is given it. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The bytes that sign. */
export function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
