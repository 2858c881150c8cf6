import {
  ActivitySummary,
  ActivitySummaryQuery,
  clientIdSchema,
  instantSchema,
  OauthActivity,
  organizationIdSchema,
} from '@app-platform/contracts';
import {
  defineInternalRoute,
  internalRoles,
  parameter,
  requiredParameter,
} from '@app-platform/http-api';
import type { ActivityStore } from './activity-store.ts';
import { summarizeActivity } from './summarize-activity.ts';

export type ActivityDependencies = {
  database: { activity: Pick<ActivityStore, 'list' | 'sum' | 'listLastUses'> };
};

/** What apps did at this service in an organization, for the registry. */
export function activityRoutes(dependencies: ActivityDependencies) {
  return [listRoute(dependencies), summaryRoute(dependencies)];
}

function listRoute({ database }: ActivityDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/organizations/{organizationId}/activity',
    operationId: 'listActivity',
    summary: 'Sign-ins, tokens and refused requests of an app in an organization, by hour',
    access: { all: [internalRoles.service] },
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
      requiredParameter('clientId', clientIdSchema, "The app's client id."),
      requiredParameter('from', instantSchema, 'When the first hour begins.'),
      requiredParameter('until', instantSchema, 'When the last hour ends.'),
    ],
    responses: {
      200: { description: 'The hours in which something was counted.', schema: OauthActivity },
    },
    handle: async ({ parameters: { organizationId, clientId, from, until } }) => {
      const app = { organizationId, clientId };
      const found = await database.activity.list(app, new Date(from), new Date(until));
      const hours = found.map(({ hour, counts }) => ({ hour: hour.toISOString(), ...counts }));
      return { status: 200, body: { hours } };
    },
  });
}

function summaryRoute({ database }: ActivityDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/organizations/{organizationId}/activity-summary',
    operationId: 'summarizeActivity',
    changesNothing: true,
    summary: 'When some apps were last used in an organization, and how many requests were refused',
    access: { all: [internalRoles.service] },
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
    ],
    body: ActivitySummaryQuery,
    responses: { 200: { description: 'Each of the apps.', schema: ActivitySummary } },
    handle: async ({ parameters: { organizationId }, body: { clientIds, since } }) => {
      const { activity } = database;
      const apps = await summarizeActivity(activity, organizationId, clientIds, new Date(since));
      return { status: 200, body: { apps } };
    },
  });
}
