/** The dialogs and filters that an address may name. */
export const keyDialogs = ['create', 'revoke'] as const;
export const userDialogs = [
  'roles',
  'reset',
  'end-sessions',
  'disable',
  'enable',
  'delete',
] as const;
export const grantDialogs = ['end', 'end-all'] as const;
/** Of apps, or of the platform's own clients, which have one for each sign-in. */
export const grantKinds = ['app', 'first_party'] as const;
export const requestDialogs = ['allow', 'deny', 'dismiss'] as const;
export const requestStates = ['pending', 'approved', 'denied'] as const;
export const webhookDialogs = ['change', 'delete', 'secret'] as const;
export const auditServices = ['registry', 'oauth'] as const;

export type UserDialog = (typeof userDialogs)[number];
export type RequestState = (typeof requestStates)[number];
/** `kind` is left out for `app`. */
export type GrantFilter = { user?: string; app?: string; kind?: (typeof grantKinds)[number] };
export type AuditFilter = {
  action?: string;
  actor?: string;
  subject?: string;
  /** Instants: `from` is included, `until` is not. */
  from?: string;
  until?: string;
  service?: (typeof auditServices)[number];
};
