import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let nobodysHash: Promise<string> | undefined;

/**
 * Whether a password is right. Without an account or a password it takes as long all the same, so that time
 * does not tell which accounts there are.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password');
  const right = await verify(passwordHash ?? (await nobodysHash), password);
  return Boolean(passwordHash) && right;
}
