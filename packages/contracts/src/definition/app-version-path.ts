import { parse } from 'semver';

const NAME = /^[A-Za-z0-9_]{1,153}$/;

/**
 * Reads `<name>-<version>`, `<name>-latest` or `<name>`. Names have no `-`, so the first one ends
 * the name.
 * @returns nothing where the text is of another form
 */
export function parseAppVersion(text: string): { name: string; version?: string } | undefined {
  const dash = text.indexOf('-');
  if (dash < 0) return NAME.test(text) ? { name: text } : undefined;
  const name = text.slice(0, dash);
  const version = text.slice(dash + 1);
  if (!NAME.test(name)) return undefined;
  if (version === 'latest') return { name };
  // semver also reads `v1.0.0` and surrounding space; a version is written one way only.
  return /^\d/.test(version) && parse(version)?.raw === version ? { name, version } : undefined;
}
