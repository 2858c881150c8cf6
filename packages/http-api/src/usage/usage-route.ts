import { isUsageDay, organizationIdSchema, problem, usageDaySchema } from '@app-platform/contracts';
import type { UsageTable } from '@app-platform/runtime/usage';
import type { TSchema } from '@sinclair/typebox';
import { defineInternalRoute, internalRoles } from '../authentication/internal-caller.ts';
import { AppError } from '../errors/app-error.ts';
import { parameter, requiredParameter } from '../routes/contract.ts';

type UsageDependencies<Kind extends string> = {
  database: { usage: Pick<UsageTable<Kind>, 'sum'> };
};

/** What organizations used in a period, for the operator. */
export function usageRoute<Kind extends string>(
  { database }: UsageDependencies<Kind>,
  schema: TSchema,
) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/usage',
    operationId: 'listUsage',
    summary: 'What organizations used in a period, without the last half minute',
    access: { all: [internalRoles.operator] },
    parameters: [
      requiredParameter('since', usageDaySchema, 'The first day in UTC, such as 2026-01-31.'),
      requiredParameter('until', usageDaySchema, 'The last day in UTC.'),
      parameter('organizationId', 'query', organizationIdSchema, 'Of this organization alone.'),
      parameter('after', 'query', organizationIdSchema, 'The `next` of the page before.'),
    ],
    responses: { 200: { description: 'A page, by id.', schema } },
    handle: async ({ parameters: { since, until, ...rest } }) => {
      const period = { since: dayOf('since', since), until: dayOf('until', until), ...rest };
      return { status: 200, body: await database.usage.sum(period) };
    },
  });
}

function dayOf(name: string, day: string): string {
  if (isUsageDay(day)) return day;
  const detail = `'${name}' has to be a day of the calendar, such as 2026-01-31.`;
  throw new AppError(problem('invalid_parameter', detail, { parameter: name }));
}
