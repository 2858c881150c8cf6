const inBody = 'Correct the place that `source.pointer` names.';
const later = 'Try again after the seconds of `Retry-After`.';

/** A kind of problem in responses, and its entry in docs/errors.md. */
export type ProblemKind = { status: number; title: string; cause: string; remedy: string };

/**
 * Every kind of problem: its code, HTTP status, title, cause and remedy. No other file repeats one of
 * these.
 */
export const problemKinds = {
  invalid_definition: {
    status: 400,
    title: 'The app definition is not valid',
    cause:
      'A value of the definition breaks a rule of its schema, for example a missing `version`.',
    remedy: `${inBody} \`POST /v1/apps/validate\` reports every problem without registering.`,
  },
  secret_in_definition: {
    status: 400,
    title: 'The definition of a public app holds a secret',
    cause:
      'The definition of a public app, which every organization can read, holds a credential: a client secret under `auth`, or a bearer token in the header of a webhook. For a private app and a draft this is a warning.',
    remedy:
      'Revoke the credential. Read it from a setting of type `secret` (`{{settings.authentication.apiKey}}`), and leave the client secret of the app out.',
  },
  invalid_body: {
    status: 400,
    title: 'The request body is not valid',
    cause: 'A value of the body breaks the schema of the operation.',
    remedy: inBody,
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter is not valid',
    cause:
      'A parameter of the path, the query or a header is unknown, repeated or has a wrong value.',
    remedy:
      'Correct the parameter that `source` names. The API reference lists those of the operation.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    cause: 'The body is not JSON (RFC 8259), or cannot be decompressed.',
    remedy:
      'Correct the line and column that `detail` names. Comments and trailing commas are not JSON.',
  },
  nesting_too_deep: {
    status: 400,
    title: 'The body is nested too deeply',
    cause: 'The body has more levels than the service reads.',
    remedy: 'Make the body flatter.',
  },
  too_many_values: {
    status: 400,
    title: 'The body holds too many values',
    cause: 'The body has more values than the service reads.',
    remedy: 'Send a smaller body.',
  },
  reserved_key: {
    status: 400,
    title: 'This key is reserved',
    cause: 'A key of the body is `__proto__`, which has a special meaning in JavaScript.',
    remedy: 'Rename the key.',
  },
  unstorable_character: {
    status: 400,
    title: 'This text holds a character that cannot be stored',
    cause:
      'A text holds a character that a database cannot store: U+0000, or half of a surrogate pair.',
    remedy: 'Remove the character.',
  },
  duplicate_key: {
    status: 400,
    title: 'This key is given more than once',
    cause: 'An object has the same key twice, so one of the values would be lost.',
    remedy: 'Keep one of them.',
  },
  inexact_number: {
    status: 400,
    title: 'This number cannot be kept exactly',
    cause: 'A number has more digits than a double-precision number keeps.',
    remedy: 'Send the number as text, or with fewer digits.',
  },
  more_problems: {
    status: 400,
    title: 'There are more problems',
    cause: 'The request has more problems than one answer lists.',
    remedy: 'Correct those that are listed and send the request again.',
  },
  request_aborted: {
    status: 400,
    title: 'The body did not arrive',
    cause: 'The connection ended before the whole body arrived.',
    remedy: 'Send the request again. Check proxies between client and service.',
  },
  https_required: {
    status: 400,
    title: 'The request was not sent over https',
    cause: 'The request came over plain http to a service whose address is https.',
    remedy: 'Use the https address. Replace the credential, because others may have read it.',
  },
  malformed_path: {
    status: 400,
    title: 'The path is not valid',
    cause: 'A percent-encoding in the path is not UTF-8.',
    remedy: 'Encode the path with `encodeURIComponent` or its counterpart.',
  },
  identifier_changed: {
    status: 400,
    title: 'The identifier of an app cannot change',
    cause: 'The definition has another `identifier` than the first version of the app.',
    remedy: 'Remove `identifier`: a version without one has that of the app.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid credential is required',
    cause: 'The request has no credential, or one that is unknown, revoked or expired.',
    remedy:
      'Send `Authorization: Bearer <API key or access token>`. Refresh an expired access token.',
  },
  insufficient_user_authentication: {
    status: 401,
    title: 'A more recent sign-in is required',
    cause: 'The operation administers the organization, and the user signed in too long ago.',
    remedy:
      'Start an authorization with `max_age` or `prompt=login`, and use the new access token.',
  },
  forbidden: {
    status: 403,
    title: 'This credential may not do this',
    cause: 'The credential is valid and lacks a role, or the operation is not open to its kind.',
    remedy: 'Use a credential with the roles in `meta.missingRoles`.',
  },
  app_blocked: {
    status: 403,
    title: 'The operator has blocked this app',
    cause: 'The operator has blocked the app. Installations, sign-ins and tokens are refused.',
    remedy: 'Ask the operator why, and how to end the block.',
  },
  organization_suspended: {
    status: 403,
    title: 'The operator has suspended this organization',
    cause:
      'The operator has suspended the organization of the credential. Its API keys, tokens and sign-ins are refused, and its webhooks wait.',
    remedy: 'Ask the operator why, and how to end the suspension. Everything works again after it.',
  },
  publisher_not_verified: {
    status: 403,
    title: 'Public apps come from verified organizations only',
    cause: 'The organization is not verified, and the definition is public.',
    remedy:
      'Register with `"visibility": "private"`, or ask the operator to verify the organization.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    cause: 'The path has nothing, or names something that the organization cannot see.',
    remedy: 'Check the path, the name and the organization of the credential.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not support this method',
    cause: 'The path exists, and does not support this method.',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  already_decided: {
    status: 409,
    title: 'The request was answered before',
    cause: 'Another administrator has answered the request.',
    remedy: 'Read the request to see the answer.',
  },
  request_changed: {
    status: 409,
    title: 'The request has changed since it was read',
    cause: 'The user has asked for other scopes since the administrator read the request.',
    remedy:
      'Decide again with the scopes in `meta.scopes`. `meta.added` and `meta.removed` say what changed.',
  },
  last_administrator: {
    status: 409,
    title: 'An organization needs an administrator',
    cause: 'The change would leave the organization without an administrator.',
    remedy: 'Give another user the role `org.admin` first.',
  },
  signs_in_upstream: {
    status: 409,
    title: 'Users have no password here',
    cause: 'Users of this platform sign in at another identity provider.',
    remedy: 'Change the password there.',
  },
  organization_not_suspended: {
    status: 409,
    title: 'Only a suspended organization can be deleted',
    cause: 'The operator deletes an organization that is not suspended.',
    remedy: 'Suspend it, export its records where they are needed, then delete it.',
  },
  organization_being_deleted: {
    status: 409,
    title: 'The organization is being deleted',
    cause: 'The operator resumes an organization whose deletion has begun.',
    remedy: 'None: the deletion cannot be undone.',
  },
  ambiguous_name: {
    status: 409,
    title: 'The name means more than one thing',
    cause: 'More than one record has the name.',
    remedy: 'Use the id, or the full name that `detail` gives.',
  },
  ambiguous_app: {
    status: 409,
    title: 'The name means more than one app',
    cause:
      "The short name means the organization's private app and another organization's public one.",
    remedy: 'Send `visibility`: in the body of an installation, in the query elsewhere.',
  },
  duplicate: {
    status: 409,
    title: 'Already registered',
    cause:
      'The app and version are registered, or another organization has the name or the identifier.',
    remedy:
      'For a version: choose a higher one. For a name or an identifier: choose another. `source.parameter` names the property.',
  },
  app_not_allowed: {
    status: 409,
    title: 'The organization does not allow this app',
    cause:
      'The policy of the organization allows only apps of verified organizations or only listed apps, or blocks the app.',
    remedy:
      'Ask an administrator of your organization to allow the app: `PATCH /v1/apps/policy`, or the policy in the console.',
  },
  app_not_transferable: {
    status: 409,
    title: 'This app cannot go to that organization',
    cause:
      'The app is private or a draft, another app of its organization shares its identifier or has a name like it, it is offered to another organization, or the other organization has an app of the same `app` value.',
    remedy: 'Do what `detail` says, then offer or accept the app again.',
  },
  reserved_name: {
    status: 409,
    title: 'This app id is reserved',
    cause: 'The operator has reserved the name.',
    remedy: 'Choose another name.',
  },
  confusable_name: {
    status: 409,
    title: 'This app id looks like that of another app',
    cause: 'The name looks like that of an app of another organization.',
    remedy: 'Choose a name that cannot be confused with it.',
  },
  component_defective: {
    status: 409,
    title: 'A component of the app cannot work',
    cause: 'The registered version has a warning that blocks installation.',
    remedy: 'Register a version without it. `detail` names the component.',
  },
  dependency_missing: {
    status: 409,
    title: 'A dependency is not installed',
    cause: 'The app depends on an app that the organization has not installed.',
    remedy: 'Install the dependency first, or send `"withDependencies": true`.',
  },
  dependency_version: {
    status: 409,
    title: 'A dependency is installed in another version',
    cause: 'An installed dependency has a version outside the range.',
    remedy: 'Upgrade the dependency, or widen the range.',
  },
  dependency_unresolved: {
    status: 409,
    title: 'No versions of the dependencies fit together',
    cause: 'The ranges of the dependencies exclude one another.',
    remedy: 'Compare the ranges that `detail` lists, and widen one.',
  },
  dependency_cyclic: {
    status: 409,
    title: 'A dependency leads back to the app',
    cause: 'The app depends on an app that depends on it.',
    remedy: 'Remove one of the dependencies in `detail`.',
  },
  dependency_required: {
    status: 409,
    title: 'Another installed app depends on this one',
    cause: 'Another installed app depends on the app or its version.',
    remedy: 'Uninstall or upgrade that app first.',
  },
  already_installed: {
    status: 409,
    title: 'The app is installed',
    cause: 'The organization has installed this version.',
    remedy: 'Nothing is to be done. Name another version to upgrade.',
  },
  no_previous_version: {
    status: 409,
    title: 'There is no version to return to',
    cause: 'The installation has had one version only.',
    remedy: 'Install the version that you want by its number.',
  },
  plan_outdated: {
    status: 409,
    title: 'The change would do something else than its plan',
    cause:
      'The installation or the app has changed since the plan, or the plan is for another change.',
    remedy:
      'Make a new plan with `POST /v1/apps/plan` and review it. `meta.difference` names what changed.',
  },
  version_yanked: {
    status: 409,
    title: 'The developer has yanked this version',
    cause: 'The developer withdrew the version from new installations.',
    remedy: 'Install another version.',
  },
  version_too_old: {
    status: 409,
    title: 'This version is too old for this',
    cause: 'The time for this operation is over, for example 72 hours for unpublishing.',
    remedy: 'Yank or deprecate the version instead.',
  },
  version_in_use: {
    status: 409,
    title: 'This version is installed',
    cause: 'Another organization has installed the version, or a draft of the app is installed.',
    remedy: 'Uninstall the draft, or yank or deprecate the version instead.',
  },
  attribute_conflict: {
    status: 409,
    title: 'Another app provides an attribute of this name',
    cause:
      'An installed app of another organization provides an attribute of this name on the Klass.',
    remedy: 'Rename the attribute in a new version, or uninstall the other app.',
  },
  webhook_declared: {
    status: 409,
    title: 'The definition of an app declares this webhook',
    cause: 'The webhook belongs to `lifecycleWebhooks` of an app, and cannot be changed here.',
    remedy: 'Register a version with another declaration.',
  },
  webhook_inactive: {
    status: 409,
    title: 'The webhook is not active',
    cause: 'The webhook was disabled, by a user or after repeated failures.',
    remedy: 'Enable the webhook, then send again.',
  },
  too_many_secrets: {
    status: 409,
    title: 'The app has as many client secrets as it may',
    cause: 'Twenty secrets of the app are valid, because each was replaced with an overlap.',
    remedy:
      'Wait until one of them ends, or generate a secret without `overlapSeconds`, which ends all earlier ones.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'The organization has as many webhooks as it may',
    cause: 'The organization has reached its limit.',
    remedy: 'Delete a webhook first.',
  },
  too_many_installation_requests: {
    status: 409,
    title: 'The user has as many open installation requests as allowed',
    cause: 'The user has asked for too many apps that no administrator has installed.',
    remedy: 'Withdraw a request first.',
  },
  more_conflicts: {
    status: 409,
    title: 'More stands in the way',
    cause: 'More conflicts exist than one answer lists.',
    remedy: 'Resolve those that are listed and send the request again.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    cause: 'The body has more bytes than the service reads.',
    remedy: 'Send a smaller body. Reference images by URL instead of embedding them.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is sent in a form that is not supported',
    cause:
      'The headers declare another type than JSON, another character set than UTF-8, or an unknown encoding.',
    remedy: 'Send `Content-Type: application/json`. `source.header` names the header.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This idempotency key belongs to another request',
    cause: 'The `Idempotency-Key` came before with another request.',
    remedy: 'Use a new key for each new request, and the same key for a repetition alone.',
  },
  listing_too_large: {
    status: 422,
    title: 'There is too much to list at once',
    cause: 'The result would be larger than the service lists at once.',
    remedy: 'Narrow the request, for example to one Klass.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    cause: 'The credential or the network reached a rate limit.',
    remedy: later,
  },
  too_many_streams: {
    status: 429,
    title: 'Too many streams are open',
    cause:
      'The organization, or all organizations at this replica, have as many open streams as allowed.',
    remedy: `End a stream that is not read. ${later}`,
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    cause: 'The service has a fault.',
    remedy: 'Try again. If the error stays, give the operator `meta.requestId`.',
  },
  temporarily_unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    cause: 'A database or the other service does not answer.',
    remedy: `${later} GET, PUT and DELETE may be repeated; a POST with an \`Idempotency-Key\`.`,
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problemKinds;
