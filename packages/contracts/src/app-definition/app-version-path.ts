import { parse } from 'semver';

/** What `{appVersion}` in a path names: an app, and one of its versions; without one the highest. */
export type AppVersionReference = { name: string; version?: string };

/** An app id, with `_` and the 24 characters of an organization's id behind it for a private app. */
const NAME = /^[A-Za-z0-9_]{1,153}$/;

/**
 * Reads `<name>-<version>`, `<name>-latest` or `<name>`. It is split at the first `-`: a name
 * never holds one, while a version such as `1.0.0-beta.1` may.
 * @returns nothing where the text is of another form
 */
export function parseAppVersion(text: string): AppVersionReference | undefined {
  const dash = text.indexOf('-');
  if (dash === -1) return NAME.test(text) ? { name: text } : undefined;
  const name = text.slice(0, dash);
  const version = text.slice(dash + 1);
  if (!NAME.test(name)) return undefined;
  if (version === 'latest') return { name };
  // semver also reads `v1.0.0` and surrounding space; a version is written one way only.
  return /^\d[0-9A-Za-z.+-]*$/.test(version) && parse(version) ? { name, version } : undefined;
}
