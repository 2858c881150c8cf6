import {
  type CreateAccountRequest,
  type RevocationFeed,
  rolePattern,
} from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  internalRoles,
  type Route,
  schemaContract,
} from '@app-platform/service-kit';
import type { AccountStore } from '../accounts/account-store.ts';
import { createAccount } from '../accounts/create-account.ts';
import type { RevocationStore } from '../grants/revocation-store.ts';

const accountContract = schemaContract<CreateAccountRequest>({
  type: 'object',
  properties: {
    organizationId: {
      description: "The organization's id, 24 hexadecimal characters.",
      type: 'string',
      pattern: '^[0-9a-f]{24}$',
    },
    email: {
      description: 'An email address.',
      type: 'string',
      maxLength: 320,
      pattern: '^[^\\s@]+@[^\\s@]+$',
    },
    password: {
      description: 'At least 8 characters.',
      type: 'string',
      minLength: 8,
      maxLength: 1024,
    },
    roles: {
      type: 'array',
      items: {
        description:
          'A role is `org` and lower-case words joined with dots, such as org.admin.apps.',
        type: 'string',
        pattern: rolePattern,
      },
      maxItems: 64,
    },
  },
  required: ['organizationId', 'email', 'password', 'roles'],
  additionalProperties: false,
});

/** What the registry asks. */
export function serviceRoutes(revocations: RevocationStore): Route<InternalCaller>[] {
  return [
    defineRoute<InternalCaller, undefined>({
      method: 'get',
      path: '/internal/revocations',
      operationId: 'listRevocations',
      summary: 'What access tokens are refused for',
      access: { all: [internalRoles.service] },
      parameters: [
        {
          name: 'after',
          in: 'query',
          description: 'Id of the last revocation known.',
          schema: { type: 'string', pattern: '^[0-9]{1,18}$', default: '0' },
        },
      ],
      responses: { 200: { description: 'The revocations since.' } },
      handle: async ({ parameters }) => {
        const body: RevocationFeed = {
          revocations: await revocations.list(BigInt(parameters.after ?? 0)),
        };
        return { status: 200, body };
      },
    }),
  ];
}

/** What the operator's command line does. */
export function operatorRoutes(accounts: AccountStore): Route<InternalCaller>[] {
  return [
    defineRoute<InternalCaller, CreateAccountRequest>({
      method: 'post',
      path: '/internal/accounts',
      operationId: 'createAccount',
      summary: 'Create an account',
      access: { all: [internalRoles.operator] },
      body: accountContract,
      responses: { 201: { description: 'Created.' } },
      handle: async ({ body }) => ({ status: 201, body: await createAccount(accounts, body) }),
    }),
  ];
}
