import { randomBytes } from 'node:crypto';

/** An OAuth client id: public, random, fixed for all versions of an app. */
export function newClientId(): string {
  return randomBytes(12).toString('hex');
}
