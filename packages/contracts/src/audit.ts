import { Type } from '@sinclair/typebox';
import type { OauthAuditEvent } from './oauth-internal-api.ts';
import { storableText } from './storable-text.ts';

/** An instant of this millennium, in UTC and ISO 8601. */
const instantPattern =
  '^2\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}(\\.\\d{1,3})?Z$';

/** Conditions on audit events, as query parameters. All must hold. */
export const auditFilterSchemas = {
  /** Such as `app_version.registered`. */
  action: Type.String({ pattern: '^[a-z_]{1,64}\\.[a-z_]{1,64}$' }),
  /** Id of the credential, account, client or operator that acted. */
  actor: Type.String({ minLength: 1, maxLength: 256, ...storableText }),
  /** Id of the changed record. */
  subject: Type.String({ minLength: 1, maxLength: 512, ...storableText }),
  /** Inclusive. */
  from: Type.String({ pattern: instantPattern }),
  /** Exclusive. */
  until: Type.String({ pattern: instantPattern }),
};
export type AuditFilter = { [Name in keyof typeof auditFilterSchemas]?: string };

/** One audit event. `clientId` is the app through which an account changed something at the registry. */
export type AuditEventRecord = OauthAuditEvent & { actor: { clientId?: string } };

/** A query to one service: the latest events of an organization before a given event. */
export type AuditQuery = AuditFilter & {
  organizationId: string;
  /** Id of an event; undefined for the latest events. */
  before?: string;
  /** The maximum number of events. */
  size: number;
};
