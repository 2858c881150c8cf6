/**
 * The registered name of a private app: `<app>_<organizationId>`. An app that already ends in the
 * suffix of its own organization, as read back from the registry, keeps its name.
 */
export function privateName(app: string, organizationId: string): string {
  const suffix = `_${organizationId}`;
  return app.endsWith(suffix) ? app : app + suffix;
}

/**
 * The stored name of a custom attribute: `loyaltyNum` of the app with identifier `acme` is
 * `@acmeLoyaltyNum`. The `@` distinguishes it from the platform's own attributes.
 */
export function namespacedAttribute(identifier: string, attributeName: string): string {
  return `@${identifier}${attributeName.charAt(0).toUpperCase()}${attributeName.slice(1)}`;
}

/** Characters of a name that look like others, in the sense of Unicode's UTS #39, section 4. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '2': 'z',
  '5': 's',
  '8': 'b',
  m: 'rn',
  w: 'vv',
};

/**
 * The skeleton of an app's name. People can confuse two names that have the same: it is in lower
 * case, without `_`, and with one character in place of all that look alike. A digit never replaces
 * another digit, so `desk_1` and `desk_2` differ. Migrations store skeletons, so another rule needs
 * a migration.
 */
export function nameSkeleton(name: string): string {
  const letters = name.toLowerCase().replaceAll('_', '');
  return letters.replaceAll(/[0125im8w]/g, (character) => lookAlikes[character] ?? character);
}
