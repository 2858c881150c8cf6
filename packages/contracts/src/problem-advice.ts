import type { ProblemCode } from './problem-kinds.ts';

/** What the documentation says of a code: what causes it, and what to do. */
export type Advice = readonly [cause: string, remedy: string];

const inBody = 'Correct the place that `source.pointer` names.';
const later = 'Try again after the seconds of `Retry-After`.';

/** The documentation of every code. */
export const problemAdvice: Readonly<Record<ProblemCode, Advice>> = {
  invalid_definition: [
    'A value of the definition breaks a rule of its schema, for example a missing `version`.',
    `${inBody} \`POST /v1/apps/validate\` reports every problem without registering.`,
  ],
  invalid_body: ['A value of the body breaks the schema of the operation.', inBody],
  invalid_parameter: [
    'A parameter of the path, the query or a header is unknown, repeated or has a wrong value.',
    'Correct the parameter that `source` names. The API reference lists those of the operation.',
  ],
  malformed_json: [
    'The body is not JSON (RFC 8259), or cannot be decompressed.',
    'Correct the line and column that `detail` names. Comments and trailing commas are not JSON.',
  ],
  nesting_too_deep: ['The body has more levels than the service reads.', 'Make the body flatter.'],
  too_many_values: ['The body has more values than the service reads.', 'Send a smaller body.'],
  reserved_key: [
    'A key of the body is `__proto__`, which has a special meaning in JavaScript.',
    'Rename the key.',
  ],
  unstorable_character: [
    'A text holds a character that a database cannot store: U+0000, or half of a surrogate pair.',
    'Remove the character.',
  ],
  duplicate_key: [
    'An object has the same key twice, so one of the values would be lost.',
    'Keep one of them.',
  ],
  inexact_number: [
    'A number has more digits than a double-precision number keeps.',
    'Send the number as text, or with fewer digits.',
  ],
  more_problems: [
    'The request has more problems than one answer lists.',
    'Correct those that are listed and send the request again.',
  ],
  request_aborted: [
    'The connection ended before the whole body arrived.',
    'Send the request again. Check proxies between client and service.',
  ],
  https_required: [
    'The request came over plain http to a service whose address is https.',
    'Use the https address. Replace the credential, because others may have read it.',
  ],
  malformed_path: [
    'A percent-encoding in the path is not UTF-8.',
    'Encode the path with `encodeURIComponent` or its counterpart.',
  ],
  identifier_changed: [
    'The definition has another `identifier` than the first version of the app.',
    'Remove `identifier`: a version without one has that of the app.',
  ],
  unauthorized: [
    'The request has no credential, or one that is unknown, revoked or expired.',
    'Send `Authorization: Bearer <API key or access token>`. Refresh an expired access token.',
  ],
  insufficient_user_authentication: [
    'The operation administers the organization, and the user signed in too long ago.',
    'Start an authorization with `max_age` or `prompt=login`, and use the new access token.',
  ],
  forbidden: [
    'The credential is valid and lacks a role, or the operation is not open to its kind.',
    'Use a credential with the roles in `meta.missingRoles`.',
  ],
  app_blocked: [
    'The operator has blocked the app. Installations, sign-ins and tokens are refused.',
    'Ask the operator why, and how to end the block.',
  ],
  publisher_not_verified: [
    'The organization is not verified, and the definition is public.',
    'Register with `"visibility": "private"`, or ask the operator to verify the organization.',
  ],
  not_found: [
    'The path has nothing, or names something that the organization cannot see.',
    'Check the path, the name and the organization of the credential.',
  ],
  method_not_allowed: [
    'The path exists, and does not support this method.',
    'Use one of the methods in the header `Allow`.',
  ],
  already_decided: [
    'Another administrator has answered the request.',
    'Read the request to see the answer.',
  ],
  request_changed: [
    'The user has asked for other scopes since the administrator read the request.',
    'Decide again with the scopes in `meta.scopes`. `meta.added` and `meta.removed` say what changed.',
  ],
  last_administrator: [
    'The change would leave the organization without an administrator.',
    'Give another user the role `org.admin` first.',
  ],
  signs_in_upstream: [
    'Users of this platform sign in at another identity provider.',
    'Change the password there.',
  ],
  ambiguous_name: [
    'More than one record has the name.',
    'Use the id, or the full name that `detail` gives.',
  ],
  ambiguous_app: [
    "The short name means the organization's private app and another organization's public one.",
    'Send `visibility`: in the body of an installation, in the query elsewhere.',
  ],
  duplicate: [
    'The app and version are registered, or another organization has the name or the identifier.',
    'For a version: choose a higher one. For a name or an identifier: choose another. `source.parameter` names the property.',
  ],
  reserved_name: ['The operator has reserved the name.', 'Choose another name.'],
  confusable_name: [
    'The name looks like that of an app of another organization.',
    'Choose a name that cannot be confused with it.',
  ],
  component_defective: [
    'The registered version has a warning that blocks installation.',
    'Register a version without it. `detail` names the component.',
  ],
  dependency_missing: [
    'The app depends on an app that the organization has not installed.',
    'Install the dependency first, or send `"withDependencies": true`.',
  ],
  dependency_version: [
    'An installed dependency has a version outside the range.',
    'Upgrade the dependency, or widen the range.',
  ],
  dependency_unresolved: [
    'The ranges of the dependencies exclude one another.',
    'Compare the ranges that `detail` lists, and widen one.',
  ],
  dependency_cyclic: [
    'The app depends on an app that depends on it.',
    'Remove one of the dependencies in `detail`.',
  ],
  dependency_required: [
    'Another installed app depends on the app or its version.',
    'Uninstall or upgrade that app first.',
  ],
  already_installed: [
    'The organization has installed this version.',
    'Nothing is to be done. Name another version to upgrade.',
  ],
  no_previous_version: [
    'The installation has had one version only.',
    'Install the version that you want by its number.',
  ],
  plan_outdated: [
    'The installation or the app has changed since the plan, or the plan is for another change.',
    'Make a new plan with `POST /v1/apps/plan` and review it. `meta.difference` names what changed.',
  ],
  version_yanked: [
    'The developer withdrew the version from new installations.',
    'Install another version.',
  ],
  version_too_old: [
    'The time for this operation is over, for example 72 hours for unpublishing.',
    'Yank or deprecate the version instead.',
  ],
  version_in_use: [
    'Another organization has installed the version, or a draft of the app is installed.',
    'Uninstall the draft, or yank or deprecate the version instead.',
  ],
  attribute_conflict: [
    'An installed app of another organization provides an attribute of this name on the Klass.',
    'Rename the attribute in a new version, or uninstall the other app.',
  ],
  webhook_declared: [
    'The webhook belongs to `lifecycleWebhooks` of an app, and cannot be changed here.',
    'Register a version with another declaration.',
  ],
  webhook_inactive: [
    'The webhook was disabled, by a user or after repeated failures.',
    'Enable the webhook, then send again.',
  ],
  too_many_secrets: [
    'Twenty secrets of the app are valid, because each was replaced with an overlap.',
    'Wait until one of them ends, or generate a secret without `overlapSeconds`, which ends all earlier ones.',
  ],
  too_many_webhooks: ['The organization has reached its limit.', 'Delete a webhook first.'],
  too_many_installation_requests: [
    'The user has asked for too many apps that no administrator has installed.',
    'Withdraw a request first.',
  ],
  more_conflicts: [
    'More conflicts exist than one answer lists.',
    'Resolve those that are listed and send the request again.',
  ],
  payload_too_large: [
    'The body has more bytes than the service reads.',
    'Send a smaller body. Reference images by URL instead of embedding them.',
  ],
  unsupported_media_type: [
    'The headers declare another type than JSON, another character set than UTF-8, or an unknown encoding.',
    'Send `Content-Type: application/json`. `source.header` names the header.',
  ],
  idempotency_key_reused: [
    'The `Idempotency-Key` came before with another request.',
    'Use a new key for each new request, and the same key for a repetition alone.',
  ],
  listing_too_large: [
    'The result would be larger than the service lists at once.',
    'Narrow the request, for example to one Klass.',
  ],
  too_many_requests: ['The credential or the network reached a rate limit.', later],
  internal_error: [
    'The service has a fault.',
    'Try again. If the error stays, give the operator `meta.requestId`.',
  ],
  temporarily_unavailable: [
    'A database or the other service does not answer.',
    `${later} GET, PUT and DELETE may be repeated; a POST with an \`Idempotency-Key\`.`,
  ],
};
