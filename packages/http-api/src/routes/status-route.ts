import type { ServiceStatus } from '@app-platform/runtime';
import { Type } from '@sinclair/typebox';
import { choice, component, list, text, time } from '../schemas/schemas.ts';
import { type Route, routesFor } from './route.ts';

const StatusResponse = component(
  'StatusResponse',
  Type.Object({
    status: choice(['up', 'degraded'], '`degraded`: a part does not work.'),
    version: text('The release that answered.'),
    degraded: list(
      Type.Object({
        part: text('The name of the part. Later releases may have other parts.'),
        since: time('When it was first seen not to work.'),
        effect: text('What callers notice, in one sentence.'),
      }),
      'The parts that do not work; empty where all do.',
    ),
  }),
);

export type StatusDependencies = { status: Pick<ServiceStatus, 'report'> };

export const STATUS_PATH = '/status';

/** The state of a service, for its callers and for status pages. */
export function statusRoutes<Principal>(operationId: string) {
  return ({ status }: StatusDependencies): Route<Principal>[] => [
    routesFor<Principal>()({
      method: 'get',
      path: STATUS_PATH,
      operationId,
      summary: 'Whether the service works as usual',
      description:
        'The replica that answers says what it found at its last check, some seconds ago. The status code is 200 while it answers at all. Pages of any origin may read it.',
      access: 'public',
      isRoutine: true,
      responses: { 200: { description: 'The state.', schema: StatusResponse } },
      handle: () => ({
        status: 200,
        body: status.report(),
        headers: { 'Access-Control-Allow-Origin': '*' },
      }),
    }),
  ];
}
