import { organizationIdSchema } from '@app-platform/contracts';
import { internalRoles, parameter } from '@app-platform/http-api';

/** Who may call the operations of the operator. */
export const operatorAccess = { all: [internalRoles.operator] };

/** Who may call the operations of the OAuth service. */
export const serviceAccess = { all: [internalRoles.service] };

/** Who may call the operations that the OAuth service needs too. */
export const operatorOrServiceAccess = { any: [internalRoles.operator, internalRoles.service] };

/** The operator in audit rows. */
export const operator = { kind: 'operator', id: 'operator' } as const;

export const organizationIdParameter = parameter(
  'organizationId',
  'path',
  organizationIdSchema,
  "The organization's id.",
);
