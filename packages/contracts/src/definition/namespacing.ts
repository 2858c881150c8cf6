/**
 * The name of a private app: its `app` value, `_` and the organization's id. A value that ends so
 * already is not suffixed again, so that a name can be given where an `app` value is asked for.
 */
export function privateName(app: string, organizationId: string): string {
  const suffix = `_${organizationId}`;
  return app.endsWith(suffix) ? app : app + suffix;
}

/** The stored name of a custom attribute: `@`, the identifier, the name with its first letter upper-cased. */
export function namespacedAttribute(identifier: string, attribute: string): string {
  return `@${identifier}${attribute.charAt(0).toUpperCase()}${attribute.slice(1)}`;
}
