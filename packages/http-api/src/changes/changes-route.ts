import { ChangeBatch, changePosition, problem } from '@app-platform/contracts';
import type { Subscribers } from '@app-platform/runtime/changes';
import { Type } from '@sinclair/typebox';
import { defineInternalRoute, internalRoles } from '../authentication/internal-caller.ts';
import { AppError } from '../errors/app-error.ts';
import { parameter } from '../routes/contract.ts';

const subscriberSchema = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });

/** The changes of this service, for the other one, which keeps what it read here until it changes. */
export function changesRoute({ subscribers }: { subscribers: Subscribers }) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/changes',
    operationId: 'listChanges',
    summary: 'The changes after a position, when there is one or after a moment',
    access: { all: [internalRoles.service] },
    isRoutine: true,
    parameters: [
      parameter('after', 'query', changePosition, 'The position of the batch before.'),
      parameter('subscriber', 'query', subscriberSchema, 'Names the process that asks.'),
    ],
    responses: { 200: { description: 'The changes, in no order.', schema: ChangeBatch } },
    refusals: ['invalid_parameter'],
    handle: async ({ parameters: { after, subscriber } }) => {
      if (subscriber !== undefined) {
        return { status: 200, body: await subscribers.changesAfter(subscriber, after) };
      }
      const detail = "'subscriber' is missing: any text that names the process.";
      throw new AppError(problem('invalid_parameter', detail, { parameter: 'subscriber' }));
    },
  });
}
