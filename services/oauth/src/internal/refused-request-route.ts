import { oauthAnswers, type RefusedRequestList } from '@app-platform/contracts';
import { defineRoute, type InternalCaller, internalRoles } from '@app-platform/http-api';
import { endpointPaths } from '../provider/endpoint-paths.ts';
import { describeRefusedRequest } from '../refused-requests/describe-refused-request.ts';
import type { RefusedRequestStore } from '../refused-requests/refused-request-store.ts';

export type RefusedRequestDependencies = {
  issuer: string;
  refusedRequests: Pick<RefusedRequestStore, 'list'>;
};

/** For the owner of an app, through the registry. */
export function refusedRequestRoute({ issuer, refusedRequests }: RefusedRequestDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: '/internal/clients/{clientId}/refused-requests',
    operationId: 'listRefusedRequests',
    summary: 'Why requests of a client were refused lately',
    access: { all: [internalRoles.service] },
    parameters: [
      {
        name: 'clientId',
        in: 'path',
        description: "The app's client id.",
        schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
      },
    ],
    responses: {
      200: { description: 'The latest first.', schema: oauthAnswers.refusedRequestList },
    },
    handle: async ({ parameters: { clientId } }) => {
      const found = await refusedRequests.list(String(clientId));
      const authorizationUrl = issuer + endpointPaths.authorization;
      const body: RefusedRequestList = {
        refusedRequests: found.map((one) => describeRefusedRequest(one, authorizationUrl)),
      };
      return { status: 200, body };
    },
  });
}
