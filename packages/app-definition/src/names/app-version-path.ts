import parse from 'semver/functions/parse.js';

/** An app and one of its versions, from `{appVersion}` in a path. No version means the highest. */
export type AppVersionReference = { name: string; version?: string };

/** An app id; for a private app followed by `_` and the 24 characters of an organization id. */
const NAME = /^[A-Za-z0-9_]{1,153}$/;

/**
 * Reads `<name>-<version>`, `<name>-latest` or `<name>`. It is split at the first `-`: a name
 * never holds one, while a version such as `1.0.0-beta.1` may.
 * @returns undefined if the text has another form
 */
export function parseAppVersion(text: string): AppVersionReference | undefined {
  const dash = text.indexOf('-');
  if (dash === -1) return NAME.test(text) ? { name: text } : undefined;
  const name = text.slice(0, dash);
  const version = text.slice(dash + 1);
  if (!NAME.test(name)) return undefined;
  if (version === 'latest') return { name };
  // semver also accepts `v1.0.0` and surrounding space.
  return /^\d[0-9A-Za-z.+-]*$/.test(version) && parse(version) ? { name, version } : undefined;
}
