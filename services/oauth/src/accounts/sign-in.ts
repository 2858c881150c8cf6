import type { RequestContext } from '@app-platform/http-api';
import { type AuditStore, unknown } from '../audit/audit-store.ts';
import type { SignInCounts } from '../metrics/oauth-metrics.ts';
import type { Account, AccountStore } from './account-store.ts';
import type { DeviceCookies } from './device-cookies.ts';
import { verifyPassword } from './password.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** Longer passwords are not hashed, which would be expensive. */
const MOST_PASSWORD_CHARACTERS = 1024;

export type SignInDependencies = {
  accounts: AccountStore;
  throttle: SignInThrottle;
  devices: DeviceCookies;
  audit: AuditStore;
  signIns: SignInCounts;
};

export type SignInAttempt = {
  email: string;
  password: string;
  /** The browser's, if it has one. */
  deviceCookie: string | undefined;
  context: RequestContext;
};

/** @returns undefined for any refusal: the reason would reveal whether the account exists */
export async function signIn(
  { accounts, throttle, devices, audit, signIns }: SignInDependencies,
  { email, password, deviceCookie, context }: SignInAttempt,
): Promise<Account | undefined> {
  const name = email.trim().toLowerCase();
  // A throttled attempt is not audited: the rows could be used to flood the database.
  const device = devices.deviceOf(name, deviceCookie);
  const admission = await throttle.admit({ email: name, address: context.address, device });
  if (!admission) {
    signIns.count('password', 'throttled');
    return undefined;
  }
  const isStorable = name.length <= 320 && !name.includes('\0');
  const found = isStorable ? await accounts.findByEmail(name) : null;
  const tried = password.length <= MOST_PASSWORD_CHARACTERS ? password : '';
  const isRight = await verifyPassword(found?.passwordHash, tried);
  const account = found && isRight ? found : undefined;
  await audit.record({
    actor: account ? { kind: 'account', id: account.id } : unknown,
    action: account ? 'sign_in.succeeded' : 'sign_in.refused',
    subject: found?.id ?? '',
    organizationId: found?.organizationId ?? null,
    context,
  });
  signIns.count('password', account ? 'succeeded' : 'refused');
  if (account) await admission.forget();
  return account;
}
