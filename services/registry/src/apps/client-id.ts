import { randomUUID } from 'node:crypto';

/**
 * An OAuth client id: public, random, fixed for all versions of an app. Made of the 96 bits of a
 * UUID that stand apart from its version and variant (RFC 9562 section 5.4), for which Node.js
 * keeps random bytes at hand: a sixth of the time of asking for some.
 */
export function newClientId(): string {
  const [timeLow = '', timeMid = '', , , node = ''] = randomUUID().split('-');
  return timeLow + timeMid + node;
}
