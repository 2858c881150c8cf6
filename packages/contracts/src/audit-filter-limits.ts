/** Limits of the conditions on audit events, which the console's form checks too. */
export const auditFilterLimits = {
  /** An instant of this millennium, in UTC and ISO 8601. */
  instantPattern:
    '^2\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}(\\.\\d{1,3})?Z$',
  actorMaxLength: 256,
} as const;
