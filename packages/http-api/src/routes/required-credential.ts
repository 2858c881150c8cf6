import {
  type CredentialClass,
  type CredentialHolder,
  checkCredential,
  problem,
  RECENT_SIGN_IN_SECONDS,
} from '@app-platform/contracts';
import { AppError } from '../errors/app-error.ts';

/** How a route table of a public API finds out what kind of credential its caller has. */
export type CredentialOptions<Principal> = {
  holderOf(principal: Principal): CredentialHolder;
  clock(): Date;
};

/** @throws AppError 403 for an app; 401 where the sign-in is too old (RFC 9470 section 3) */
export function requireCredential(
  required: CredentialClass,
  holder: CredentialHolder,
  now: Date,
): void {
  const verdict = checkCredential(required, holder, now);
  if (verdict === 'app_refused') throw appRefused();
  if (verdict === 'sign_in_too_old') throw signInTooOld();
}

/** @param detail what an app may do instead, and which credential may do this */
export function appRefused(
  detail = 'An access token of an app may not do this. Use an API key, or sign in to the console or the command line.',
): AppError {
  return new AppError(problem('forbidden', detail, { header: 'authorization' }));
}

function signInTooOld(): AppError {
  const detail = `This needs a sign-in at most ${RECENT_SIGN_IN_SECONDS} seconds old. Sign in again, then repeat the request.`;
  const source = { header: 'authorization' };
  const challenge = `Bearer error="insufficient_user_authentication", max_age="${RECENT_SIGN_IN_SECONDS}"`;
  return new AppError(problem('insufficient_user_authentication', detail, source), {
    headers: { 'WWW-Authenticate': challenge },
  });
}
