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
