import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether a password is right. Takes as long without an account, so that the time does not reveal
 * which accounts exist.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('the password of no account');
  const right = await verify(passwordHash ?? (await dummyHash), password);
  return Boolean(passwordHash) && right;
}
