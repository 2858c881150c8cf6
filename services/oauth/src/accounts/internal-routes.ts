import { CreateAccountRequest } from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  internalRoles,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import { operator } from '../audit/audit-store.ts';
import { type CreateAccountDependencies, createAccount } from './create-account.ts';

/** For the operator's command line. */
export function internalAccountRoutes(
  dependencies: CreateAccountDependencies,
): Route<InternalCaller>[] {
  return [
    defineRoute<InternalCaller, CreateAccountRequest>({
      method: 'post',
      path: '/internal/accounts',
      operationId: 'createAccount',
      summary: 'Create an account',
      access: { all: [internalRoles.operator] },
      body: schemaContract(CreateAccountRequest),
      responses: { 201: { description: 'Created.' } },
      handle: async ({ body, context }) => {
        return {
          status: 201,
          body: await createAccount(dependencies, body, { actor: operator, context }),
        };
      },
    }),
  ];
}
