/**
 * The registry's internal API, as the OAuth service and the operator's command line speak it.
 * It listens on a port of its own that is never routed from outside.
 */

/** What the OAuth service needs to know of a client. `GET /internal/clients/{clientId}` */
export type ClientRecord = {
  clientId: string;
  /** The app's name: for a private app `<app>_<orgId>`. */
  app: string;
  title: string;
  iconUrl: string | null;
  /** Name of the developer, for the consent page. */
  developer: string | null;
  redirectUris: string[];
  /** The organization that registered the app. */
  organizationId: string;
  visibility: 'private' | 'public';
  hasSecret: boolean;
  /** Whether any organization has the app installed. */
  installed: boolean;
  /** Whether the organization of `?organizationId=` has; null where none was asked about. */
  installedInOrganization: boolean | null;
};

/** `POST /internal/clients/{clientId}/secret-checks` */
export type SecretCheckRequest = { secret: string };
export type SecretCheckAnswer = { valid: boolean };

/** `POST /internal/organizations` */
export type CreateOrganizationRequest = { name: string };
export type OrganizationRecord = { id: string; name: string };

/** `POST /internal/organizations/{organizationId}/api-keys` */
export type CreateApiKeyRequest = { name?: string; roles: string[] };
/** The key is shown in this answer and never again. */
export type CreatedApiKey = { id: string; key: string };

/** Tags that only the operator sets. */
export const operatorTags = ['built-by-service', 'featured'] as const;
export type OperatorTag = (typeof operatorTags)[number];

/** `PATCH /internal/apps/{name}/tags` */
export type ChangeTagsRequest = { add?: OperatorTag[]; remove?: OperatorTag[] };
export type ChangeTagsAnswer = { name: string; tags: string[] };

/** The OAuth service's internal API. `POST /internal/accounts` */
export type CreateAccountRequest = {
  organizationId: string;
  email: string;
  password: string;
  roles: string[];
};
export type CreatedAccount = { id: string };
