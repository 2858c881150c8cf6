import {
  type AdministrationCaller,
  checkAdministration,
  problem,
  RECENT_SIGN_IN_SECONDS,
} from '@app-platform/contracts';
import { AppError } from '../errors/app-error.ts';

/** The callers of routes with `credentials: 'administration'`. */
export type AdministrationOptions<Principal> = {
  callerOf(principal: Principal): AdministrationCaller;
  clock(): Date;
};

/** @throws AppError 403 for an app; 401 where the sign-in is too old (RFC 9470 section 3) */
export function refuseAdministration(caller: AdministrationCaller, now: Date): void {
  const verdict = checkAdministration(caller, now);
  if (verdict === 'app_refused') throw appRefused();
  if (verdict === 'sign_in_too_old') throw signInTooOld();
}

function appRefused(): AppError {
  const detail =
    'An access token of an app may not do this. Use an API key, or sign in to the console or the command line.';
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
