import { timingSafeEqual } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { AccountStore } from './account-store.ts';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many hashes a check computes, of however many accounts. */
const SALTS_PER_CHECK = 2;

/** https://github.com/P-H-C/phc-string-format, without the hash itself. */
const SALTED = /^(\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+))\$[A-Za-z0-9+/]+$/;

/** `right_as_typed`: the hash is of an earlier release, and is to be replaced. */
export type PasswordMatch = 'right' | 'right_as_typed' | 'wrong';

type Salt = { name: string; parameters: typeof PARAMETERS & { salt: Uint8Array } };

/**
 * Hashes a password in the form that every keyboard gives it.
 * @param like the hash whose salt it gets; without it the salt is a new one
 */
export function hashPassword(password: string, like?: string): Promise<string> {
  const salt = like === undefined ? undefined : saltOf(like)?.parameters.salt;
  return hash(opaqueString(password), { ...PARAMETERS, ...(salt && { salt }) });
}

/** https://www.rfc-editor.org/rfc/rfc8265#section-4.2.1: one space for all, then NFC. */
function opaqueString(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}

let dummyHash: Promise<string> | undefined;

/**
 * Which of some hashes are of a password. Hashes with one salt need one computation, and as many are
 * computed without any hash, so that the time does not reveal how many accounts an address has. A
 * password that {@link hashPassword} changes is tried as it was typed too: earlier releases hashed that.
 * @returns for each hash, in their order; no match for those of a third salt
 */
export async function matchPassword(
  hashes: readonly string[],
  password: string,
): Promise<PasswordMatch[]> {
  dummyHash ??= hashPassword('the password of no account');
  const dummy = saltOf(await dummyHash);
  const salts = new Map<string, Salt>();
  for (const salt of hashes.map(saltOf)) if (salt) salts.set(salt.name, salt);
  const tried = [...salts.values(), dummy, dummy].slice(0, SALTS_PER_CHECK);
  const compute = (form: string) =>
    Promise.all(tried.map(async (salt) => salt && hash(form, salt.parameters)));
  const form = opaqueString(password);
  const computed = await compute(form);
  const earlier = form === password ? [] : await compute(password);
  return hashes.map((one) => {
    if (computed.some((other) => isSame(one, other))) return 'right';
    return earlier.some((other) => isSame(one, other)) ? 'right_as_typed' : 'wrong';
  });
}

/** Whether a password is right. Takes as long without an account. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const [match = 'wrong'] = await matchPassword(passwordHash ? [passwordHash] : [], password);
  return match !== 'wrong';
}

function saltOf(passwordHash: string): Salt | undefined {
  const [, name, memoryCost, timeCost, parallelism, salt] = SALTED.exec(passwordHash) ?? [];
  if (name === undefined || salt === undefined) return undefined;
  return {
    name,
    parameters: {
      memoryCost: Number(memoryCost),
      timeCost: Number(timeCost),
      parallelism: Number(parallelism),
      salt: Buffer.from(salt, 'base64'),
    },
  };
}

function isSame(one: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/**
 * Hashes a password that an account gets. All accounts of an address have one salt, so that a sign-in
 * computes one hash for all of them.
 * @param id of the account, if it exists: the only account of an address gets a new salt
 */
export async function hashNewPassword(
  accounts: Pick<AccountStore, 'findHash'>,
  { email, id }: { email: string; id?: string },
  password: string,
): Promise<string> {
  return hashPassword(password, await accounts.findHash(email, id));
}
