/**
 * The name under which a private app is registered: `<app>_<organizationId>`. An app that ends in
 * its own organization's suffix already, as one read back from the registry does, keeps its name.
 */
export function privateName(app: string, organizationId: string): string {
  const suffix = `_${organizationId}`;
  return app.endsWith(suffix) ? app : app + suffix;
}

/**
 * The stored name of a custom attribute: `loyaltyNum` of the app with identifier `acme` is
 * `@acmeLoyaltyNum`. The `@` tells it from the platform's own attributes.
 */
export function namespacedAttribute(identifier: string, attributeName: string): string {
  return `@${identifier}${attributeName.charAt(0).toUpperCase()}${attributeName.slice(1)}`;
}
