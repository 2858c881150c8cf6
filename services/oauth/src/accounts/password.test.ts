import { describe, expect, it } from '@jest/globals';
import { hashNewPassword, hashPassword, matchPassword, verifyPassword } from './password.ts';

const RIGHT = 'the right password';

describe('passwords of several accounts', () => {
  it('are compared by one hash for each of two salts', async () => {
    const first = await hashPassword(RIGHT);
    const others = Array.from({ length: 20 }, () => hashPassword(RIGHT, first));
    const wrong = await hashPassword('another password', first);
    const otherSalt = await hashPassword(RIGHT);
    const third = await hashPassword(RIGHT);
    const hashes = [first, ...(await Promise.all(others)), wrong, otherSalt, third, ''];
    const expected = hashes.map((one) => ([wrong, third, ''].includes(one) ? 'wrong' : 'right'));
    expect(await matchPassword(hashes, RIGHT)).toEqual(expected);
    expect(await matchPassword([], RIGHT)).toEqual([]);
  });

  it('get the salt of the address, and a new one where the account is alone', async () => {
    const first = await hashPassword(RIGHT);
    const account = { email: 'ada@example.com', id: 'an id' };
    const withOther = { findHash: async () => first };
    const alone = { findHash: async () => undefined };
    expect(await hashNewPassword(withOther, account, RIGHT)).toBe(first);
    const own = await hashNewPassword(alone, account, RIGHT);
    expect(own).not.toBe(first);
    expect(await verifyPassword(own, RIGHT)).toBe(true);
  });

  it.each([
    ['composed and decomposed', 'Pa\u00dfw\u00f6rter', 'Pa\u00dfwo\u0308rter'],
    ['with a space and a no-break space', 'four words and more', 'four\u00a0words and\u3000more'],
  ])('are one in all their forms: %s', async (_name, one, other) => {
    const hashes = [await hashPassword(one), await hashPassword(other)];
    for (const form of [one, other]) {
      expect(await matchPassword(hashes, form)).toEqual(['right', 'right']);
      expect(await matchPassword(hashes, form.toUpperCase())).toEqual(['wrong', 'wrong']);
    }
  });

  it('that an earlier release hashed as they were typed are right, and told apart', async () => {
    const { hash } = await import('@node-rs/argon2');
    const typed = 'Pa\u00dfwo\u0308rter';
    const earlier = await hash(typed);
    expect(await matchPassword([earlier], typed)).toEqual(['right_as_typed']);
    expect(await matchPassword([earlier], typed.normalize('NFC'))).toEqual(['wrong']);
    expect(await verifyPassword(earlier, typed)).toBe(true);
    expect(await matchPassword([await hash(RIGHT)], RIGHT)).toEqual(['right']);
  });

  it('are hashed with argon2id, with the parameters that OWASP recommends', async () => {
    expect(await hashPassword(RIGHT)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('that were hashed with other parameters are right still', async () => {
    // As other parameters would make it.
    const { hash } = await import('@node-rs/argon2');
    const earlier = await hash(RIGHT, { memoryCost: 65_536, timeCost: 3, parallelism: 1 });
    expect(await verifyPassword(earlier, RIGHT)).toBe(true);
    expect(await verifyPassword(earlier, 'wrong')).toBe(false);
    expect(await verifyPassword(null, RIGHT)).toBe(false);
  });
});
