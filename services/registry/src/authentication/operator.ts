import { internalRoles, parameter } from '@app-platform/http-api';
import { Type } from '@sinclair/typebox';

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
  Type.String({ pattern: '^[0-9a-f]{24}$' }),
  "The organization's id, 24 hexadecimal characters.",
);
