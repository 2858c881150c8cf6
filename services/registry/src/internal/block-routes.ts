import { type BlockAppRequest, MAX_BLOCK_REASON_CHARACTERS } from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  type Parameter,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import type { Dependencies } from '../dependencies.ts';
import { blockApp, unblockApp } from './block-app.ts';
import { operator, operatorAccess } from './operator.ts';

const PATH = '/internal/apps/{name}/block';

const nameParameter: Parameter = {
  name: 'name',
  in: 'path',
  description: "The app's name; for a private app `<app>_<orgId>`.",
  schema: { type: 'string', pattern: '^[A-Za-z0-9_]{1,160}$' },
};

const blockContract = schemaContract<BlockAppRequest>({
  type: 'object',
  properties: {
    reason: {
      description: 'One line of text, which developers, administrators and users see.',
      type: 'string',
      minLength: 1,
      maxLength: MAX_BLOCK_REASON_CHARACTERS,
      pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
    },
  },
  required: ['reason'],
  additionalProperties: false,
});

/** Blocking an app for every organization. */
export function blockRoutes(dependencies: Dependencies): Route<InternalCaller>[] {
  return [block(dependencies), unblock(dependencies)];
}

function block(dependencies: Dependencies) {
  return defineRoute<InternalCaller, BlockAppRequest>({
    method: 'put',
    path: PATH,
    operationId: 'blockApp',
    summary: 'End all access of an app, and refuse installations, authorizations and tokens',
    access: operatorAccess,
    parameters: [nameParameter],
    body: blockContract,
    responses: { 200: { description: 'The block.' } },
    handle: async ({ parameters, body: { reason }, context }) => {
      const app = { name: String(parameters.name), reason };
      return { status: 200, body: await blockApp(dependencies, operator, app, context) };
    },
  });
}

function unblock(dependencies: Dependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'delete',
    path: PATH,
    operationId: 'unblockApp',
    summary: 'Let a blocked app be installed and authorized again',
    access: operatorAccess,
    parameters: [nameParameter],
    responses: { 200: { description: 'The app without its block.' } },
    handle: async ({ parameters, context }) => {
      const name = String(parameters.name);
      return { status: 200, body: await unblockApp(dependencies, operator, name, context) };
    },
  });
}
