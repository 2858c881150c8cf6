import type { Problem, ProblemSource } from './problem.ts';

/**
 * Every kind of problem, with its HTTP status and title. The only place that maps a problem to a
 * status code.
 */
const problemKinds = {
  invalid_definition: { status: 400, title: 'The app definition is not valid' },
  invalid_body: { status: 400, title: 'The request body is not valid' },
  invalid_parameter: { status: 400, title: 'A parameter is not valid' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  nesting_too_deep: { status: 400, title: 'The body is nested too deeply' },
  too_many_values: { status: 400, title: 'The body holds too many values' },
  reserved_key: { status: 400, title: 'This key is reserved' },
  unstorable_character: {
    status: 400,
    title: 'This text holds a character that cannot be stored',
  },
  duplicate_key: { status: 400, title: 'This key is given more than once' },
  inexact_number: { status: 400, title: 'This number cannot be kept exactly' },
  more_problems: { status: 400, title: 'There are more problems' },
  request_aborted: { status: 400, title: 'The body did not arrive' },
  https_required: { status: 400, title: 'The request was not sent over https' },
  malformed_path: { status: 400, title: 'The path is not valid' },
  identifier_changed: { status: 400, title: 'The identifier of an app cannot change' },
  unauthorized: { status: 401, title: 'A valid credential is required' },
  insufficient_user_authentication: {
    status: 401,
    title: 'A more recent sign-in is required',
  },
  forbidden: { status: 403, title: 'This credential may not do this' },
  app_blocked: { status: 403, title: 'The operator has blocked this app' },
  publisher_not_verified: {
    status: 403,
    title: 'Public apps come from verified organizations only',
  },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The path does not support this method' },
  already_decided: { status: 409, title: 'The request was answered before' },
  request_changed: { status: 409, title: 'The request has changed since it was read' },
  last_administrator: { status: 409, title: 'An organization needs an administrator' },
  signs_in_upstream: { status: 409, title: 'Users have no password here' },
  ambiguous_name: { status: 409, title: 'The name means more than one thing' },
  ambiguous_app: { status: 409, title: 'The name means more than one app' },
  duplicate: { status: 409, title: 'Already registered' },
  reserved_name: { status: 409, title: 'This app id is reserved' },
  confusable_name: { status: 409, title: 'This app id looks like that of another app' },
  component_defective: { status: 409, title: 'A component of the app cannot work' },
  dependency_missing: { status: 409, title: 'A dependency is not installed' },
  dependency_version: { status: 409, title: 'A dependency is installed in another version' },
  dependency_unresolved: { status: 409, title: 'No versions of the dependencies fit together' },
  dependency_cyclic: { status: 409, title: 'A dependency leads back to the app' },
  dependency_required: { status: 409, title: 'Another installed app depends on this one' },
  already_installed: { status: 409, title: 'The app is installed' },
  no_previous_version: { status: 409, title: 'There is no version to return to' },
  plan_outdated: { status: 409, title: 'The change would do something else than its plan' },
  version_yanked: { status: 409, title: 'The developer has yanked this version' },
  version_too_old: { status: 409, title: 'This version is too old for this' },
  version_in_use: { status: 409, title: 'This version is installed' },
  attribute_conflict: { status: 409, title: 'Another app provides an attribute of this name' },
  webhook_declared: { status: 409, title: 'The definition of an app declares this webhook' },
  webhook_inactive: { status: 409, title: 'The webhook is not active' },
  too_many_secrets: { status: 409, title: 'The app has as many client secrets as it may' },
  too_many_webhooks: { status: 409, title: 'The organization has as many webhooks as it may' },
  too_many_installation_requests: {
    status: 409,
    title: 'The user has as many open installation requests as allowed',
  },
  more_conflicts: { status: 409, title: 'More stands in the way' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: {
    status: 415,
    title: 'The body is sent in a form that is not supported',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This idempotency key belongs to another request',
  },
  listing_too_large: { status: 422, title: 'There is too much to list at once' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  temporarily_unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problemKinds;

/** Every code, by status. */
export const problemCodes = Object.keys(problemKinds) as ProblemCode[];

/** The HTTP status and the title of every problem of a code. */
export function problemKind(code: ProblemCode): { status: number; title: string } {
  return problemKinds[code];
}

/**
 * Makes a problem of a known kind.
 * @param detail what is wrong and how to correct it; public, so without internals
 */
export function problem(
  code: ProblemCode,
  detail: string,
  source?: ProblemSource,
  meta?: Record<string, unknown>,
): Problem {
  const { status, title } = problemKinds[code];
  return { status, code, title, detail, ...(source && { source }), ...(meta && { meta }) };
}
