/** The users of an organization: the public API `/v1/users`, and `/internal/users` for the operator. */

export type UserStatus = 'active' | 'disabled' | 'invited';

/** A user, as both APIs show it. */
export type UserRecord = {
  id: string;
  organizationId: string;
  email: string;
  name: string | null;
  roles: string[];
  /** `invited`: no password has been set yet. */
  status: UserStatus;
  signIn: 'password' | 'upstream';
  /** ISO 8601. */
  createdAt: string;
  disabledAt: string | null;
};

/** A link with which the user sets a password, once. Only this response has it. */
export type PasswordLinkRecord = {
  url: string;
  /** ISO 8601. */
  expiresAt: string;
  /** Whether it was sent to the user's address. */
  mailed: boolean;
};

/** A user without a password is invited: the response has the link. */
export type NewUser = { email: string; name?: string; roles: string[]; password?: string };

/** Omitted fields stay as they are. */
export type UserChange = { name?: string | null; roles?: string[]; password?: string };
