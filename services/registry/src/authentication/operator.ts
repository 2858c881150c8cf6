import { internalRoles, type Parameter } from '@app-platform/http-api';

/** Who may call the operations of the operator. */
export const operatorAccess = { all: [internalRoles.operator] };

/** Who may call the operations of the OAuth service. */
export const serviceAccess = { all: [internalRoles.service] };

/** Who may call the operations that the OAuth service needs too. */
export const operatorOrServiceAccess = { any: [internalRoles.operator, internalRoles.service] };

/** The operator in audit rows. */
export const operator = { kind: 'operator', id: 'operator' } as const;

const description = "The organization's id, 24 hexadecimal characters.";

const organizationIdSchema = {
  description,
  type: 'string',
  pattern: '^[0-9a-f]{24}$',
} as const;

export const organizationIdParameter: Parameter = {
  name: 'organizationId',
  in: 'path',
  description,
  schema: organizationIdSchema,
};
