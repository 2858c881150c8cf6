import { PlatformError } from '@app-platform/client/source';
import { type ProblemCode, SIGN_IN_MAX_AGE_SECONDS } from '@app-platform/contracts';
import { signIn } from '../session/authorization.ts';
import { BUSY_STATUSES, isTimeout } from './transient-failures.ts';

/** Refusals because of rules between apps, which a plan shows. */
const RULE_CODES: readonly ProblemCode[] = [
  'dependency_missing',
  'dependency_version',
  'dependency_required',
];

/** The status of an error where nothing was answered. */
const NO_ANSWER = 0;

const REQUEST_CHANGED: ProblemCode = 'request_changed';

/** Administration needs a password that was entered a short time ago. */
export function isRecentSignInNeeded(error: unknown): boolean {
  return hasCode(error, 'insufficient_user_authentication');
}

/** The access token is refused: it has expired, or the access was ended. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof PlatformError && error.status === 401 && !isRecentSignInNeeded(error);
}

/** A short name means a private app of the organization and a public one. */
export function isAmbiguous(error: unknown): boolean {
  return hasCode(error, 'ambiguous_app');
}

/** A change would do something else now than its plan says, or is not possible any more. */
export function isPlanOutdated(error: unknown): boolean {
  return hasCode(error, 'plan_outdated', ...RULE_CODES);
}

/** The scopes of a consent request, and how they differ from those that a decision named. */
export type RequestChange = { scopes: string[]; added: string[]; removed: string[] };

/** How the user's request differs from the one that the decision names; undefined for another refusal. */
export function changeOfRequest(error: unknown): RequestChange | undefined {
  if (!(error instanceof PlatformError)) return undefined;
  const changed = error.errors.find(({ code }) => code === REQUEST_CHANGED);
  return changed?.meta as RequestChange | undefined;
}

/** A filter in the address of the page is refused, which names no page. */
export function isFilterRefused(error: unknown): boolean {
  return hasCode(error, 'invalid_parameter');
}

function hasCode(error: unknown, ...wanted: ProblemCode[]): boolean {
  const codes: readonly string[] = wanted;
  return error instanceof PlatformError && error.errors.some(({ code }) => codes.includes(code));
}

/** The address of the page names something that does not exist, or that cannot exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof PlatformError && (error.status === 404 || error.status === 400);
}

/** What a sentence ends with for callers of the API, as in `Yank it instead: POST /v1/…/yank.` */
const ADVISED_CALL = /: (?:GET|PUT|POST|PATCH|DELETE) \/\S*?(?: \{[^}]*\})?\.(?=\s|$)/g;

/** Another attempt may succeed: the platform was not reached, or was busy. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false;
  return error.status === NO_ANSWER || BUSY_STATUSES.includes(error.status);
}

/** The sentences for a missing answer, a late one, and one that says that the platform is busy. */
type TransientReasons = { unreachable: string; timeout: string; busy: string };

/** The sentences of a refusal, or of a failure to reach the platform. The console has buttons for calls. */
export function reasonsOf(
  error: unknown,
  { unreachable, timeout, busy }: TransientReasons,
): string[] {
  if (error instanceof PlatformError && isTimeout(error.cause)) return [timeout];
  if (!(error instanceof PlatformError) || error.status === NO_ANSWER) return [unreachable];
  if (isTransient(error)) return [busy];
  const details = error.errors.map(({ detail, title }) =>
    (detail ?? title).replaceAll(ADVISED_CALL, '.'),
  );
  return details.length > 0 ? details : [error.message];
}

/** The password is entered again, then this page is shown again with what was typed. */
export function confirmIdentity(): void {
  void signIn({ max_age: String(SIGN_IN_MAX_AGE_SECONDS) });
}

/** What the platform says against one field of a form. @param pointer of the field in the body, such as `/email` */
export function faultsAt(error: unknown, pointer: string): string[] {
  if (!(error instanceof PlatformError)) return [];
  const faults = error.errors.filter(({ source }) => isWithin(source?.pointer, pointer));
  return faults.map(({ detail, title }) => detail ?? title);
}

/** The error, unless all of it is shown beside fields. @param pointers of the fields */
export function unlessBeside(error: unknown, pointers: readonly string[]): unknown {
  if (!(error instanceof PlatformError) || error.errors.length === 0) return error;
  const isShown = error.errors.every(({ source }) =>
    pointers.some((pointer) => isWithin(source?.pointer, pointer)),
  );
  return isShown ? undefined : error;
}

function isWithin(pointer: string | undefined, field: string): boolean {
  return pointer === field || pointer?.startsWith(`${field}/`) === true;
}
