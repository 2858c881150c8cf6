import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';

/*
 * Parts of the schemas of both internal APIs. docs/api/released keeps the schemas of each release. A test
 * compares them with these and with real responses.
 */

/** An object without other fields: a request with one is refused, a response has none. */
export const closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const text = Type.String();
export const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const texts = Type.Array(text);
export const textsOrNull = Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: text });
/** Numbers of rows, by table. */
export const rowCounts = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: Type.Integer(),
});
export const flag = Type.Boolean();

/** One of the given texts. */
export const choice = <const V extends string>(values: readonly V[]) =>
  Type.Unsafe<V>({ enum: values });

export const instant = Type.String({
  description: 'An instant in ISO 8601, in UTC with milliseconds.',
  pattern:
    '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}\\.\\d{3}Z$',
});

export const organizationId = Type.String({
  description: "The organization's id, 24 hexadecimal characters.",
  pattern: '^[0-9a-f]{24}$',
});

/** The `after` of the next page of records: a table, a colon and a key. */
export const recordsCursor = Type.String({ pattern: '^[a-z_]{1,63}:[^\\u0000]{0,1000}$' });

/** `GET /internal/organizations/{organizationId}/records?after=`: records that a service has of an organization. */
export const OrganizationRecords = closed({
  table: text,
  records: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  /** The `after` of the next page; null for the last one. */
  next: textOrNull,
});
export type OrganizationRecords = Static<typeof OrganizationRecords>;

export const clientId = Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' });

/** A record of this release, or of the release before, which leaves out the fields `New`. */
export type FromEitherRelease<S extends TSchema, New extends keyof Static<S>> = Omit<
  Static<S>,
  New
> &
  Partial<Pick<Static<S>, New>>;
