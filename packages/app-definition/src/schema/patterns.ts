/**
 * Regular expressions of the schema. All are valid with the `u` flag, match ASCII only, and run in
 * linear time, because definitions are untrusted input.
 */

/** The `app` of a definition. */
export const appPattern = '^[A-Za-z0-9_]+$';

/** `app` is at most this long; a private name adds `_` and 24 hexadecimal characters. */
export const appMaxLength = 128;
const registeredNameMaxLength = appMaxLength + 25;

/** The expression that semver.org recommends, with non-capturing groups. */
export const versionPattern =
  '^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)' +
  '(?:-(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?' +
  '(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$';

/** The maximum length that `semver` accepts for a version; used for ranges too. */
export const versionMaxLength = 256;

export const identifierPattern = '^[A-Za-z0-9]+$';

/** An app's name and the `-` that ends it; `semver` judges the range that follows. */
export const dependencyPattern = `^[A-Za-z0-9_]{1,${registeredNameMaxLength}}-`;

/** A scheme and something after it, without space, fragment or wildcard. */
export const redirectUriPattern = '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s#*]+$';
export const urlMaxLength = 8192;

/** A camelCase name. */
export const attributeNamePattern = '^[a-z][A-Za-z0-9]*$';
