import { CreateAccountRequest, CreatedAccount } from '@app-platform/contracts';
import {
  defineInternalRoute,
  type InternalCaller,
  internalRoles,
  type Route,
} from '@app-platform/http-api';
import { operator } from '../audit/audit-store.ts';
import { type CreateAccountDependencies, createAccount } from './create-account.ts';

/** For the operator's command line. */
export function internalAccountRoutes(
  dependencies: CreateAccountDependencies,
): Route<InternalCaller>[] {
  return [
    defineInternalRoute({
      method: 'post',
      path: '/internal/accounts',
      operationId: 'createAccount',
      summary: 'Create an account',
      access: { all: [internalRoles.operator] },
      body: CreateAccountRequest,
      responses: { 201: { description: 'Created.', schema: CreatedAccount } },
      handle: async ({ body, context }) => {
        return {
          status: 201,
          body: await createAccount(dependencies, body, { actor: operator, context }),
        };
      },
    }),
  ];
}
