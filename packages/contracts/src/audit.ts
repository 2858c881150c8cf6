import { Type } from '@sinclair/typebox';
import { auditFilterLimits } from './audit-filter-limits.ts';
import type { OauthAuditEvent } from './oauth-internal-api.ts';
import { storableText } from './storable-text.ts';

const { instantPattern, actorMaxLength } = auditFilterLimits;

/** Conditions on audit events, as query parameters. All must hold. */
export const auditFilterSchemas = {
  /** Such as `app_version.registered`. */
  action: Type.String({ pattern: '^[a-z_]{1,64}\\.[a-z_]{1,64}$' }),
  /** Id of the credential, account, client or operator that acted. */
  actor: Type.String({ minLength: 1, maxLength: actorMaxLength, ...storableText }),
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
