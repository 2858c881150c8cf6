import { ACTIVITY_DAYS, roles } from '@app-platform/contracts';
import {
  pageKeys,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
} from '@app-platform/http-api';
import {
  boolean,
  component,
  integer,
  integerOrNull,
  list,
  page,
  record,
  response,
  time,
  timeOrNull,
} from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { AppName } from '../../apps/available-app.ts';
import { nameParameter, visibilityParameter } from '../../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../../authentication/principal.ts';
import { listActivity } from './list-activity.ts';
import {
  type ActivityDependencies,
  MOST_HOURS,
  readActivity,
  WEEK_HOURS,
} from './read-activity.ts';

const ofOauth = (what: string) =>
  integerOrNull(`${what}; null where the OAuth service did not answer.`);

const Activity = component(
  'Activity',
  record(
    'activity',
    Type.Object({
      name: AppName,
      from: time('When the first hour begins.'),
      until: time('When the last hour ends: for the current hour in the future.'),
      complete: boolean(
        'Whether both services answered. Where the OAuth service did not, `signIns`, `tokens` and `refused` are null.',
      ),
      hours: list(
        Type.Object({
          hour: time('When the hour begins.'),
          signIns: ofOauth('How often users signed in to the app'),
          tokens: ofOauth('Access tokens issued to the app, refreshed ones included'),
          refused: ofOauth('Requests of the app that one of the services refused'),
          deliveries: integer('Webhook deliveries about the app, by their first attempts.'),
          failedDeliveries: integer(
            'Attempts of such deliveries that failed, repeated ones included.',
          ),
        }),
        'Each hour of the period, the earliest first.',
      ),
    }),
  ),
);
const ActivityResponse = component('ActivityResponse', response(Activity));

const AppActivity = component(
  'AppActivity',
  record(
    'app_activity',
    Type.Object({
      name: AppName,
      lastUsedAt: timeOrNull(
        `When the last hour begins in which the app got a token, for a sign-in or a refresh; null where there is none of the last ${ACTIVITY_DAYS} days, or the OAuth service did not answer.`,
      ),
      refused: ofOauth('Requests of the app that one of the services refused in the last 7 days'),
      complete: boolean('Whether both services answered.'),
    }),
  ),
);
const AppActivityPage = component('AppActivityPage', page(AppActivity));

const INSTANT = '^2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?Z$';

/** What installed apps did, for administrators. */
export function activityRoutes(dependencies: ActivityDependencies): Route<Principal>[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/apps/activity',
      operationId: 'listActivity',
      summary: 'When each installed app was last used, and how many of its requests were refused',
      description: `In this organization. Counts appear within a minute, and are kept for ${ACTIVITY_DAYS} days.`,
      access: { all: [roles.apps] },
      parameters: pageParameters,
      responses: { 200: { description: 'A page, by name.', schema: AppActivityPage } },
      refusals: ['invalid_parameter'],
      handle: async ({ principal: { organizationId }, parameters }) => {
        const requested = readPage(parameters, pageKeys.name);
        const found = await listActivity(dependencies, organizationId, requested);
        return { status: 200, body: pageResponse(found, appActivity) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/apps/installed/{name}/activity',
      operationId: 'readActivity',
      summary:
        'Sign-ins, tokens, refused requests and webhook deliveries of an installed app, by hour',
      description: `In this organization. Counts appear within a minute, and are kept for ${ACTIVITY_DAYS} days.`,
      access: { all: [roles.apps] },
      parameters: [
        nameParameter,
        visibilityParameter,
        parameter(
          'hours',
          'query',
          Type.String({ pattern: '^[1-9]\\d{0,2}$', default: String(WEEK_HOURS) }),
          `How many hours, from 1 to ${MOST_HOURS}; a week without it.`,
        ),
        parameter(
          'from',
          'query',
          Type.String({ pattern: INSTANT }),
          'An instant of the first hour, such as 2026-01-31T00:00:00Z; without it the last hour is the current one.',
        ),
      ],
      responses: { 200: { description: 'What was counted.', schema: ActivityResponse } },
      refusals: ['invalid_parameter', 'not_found', 'ambiguous_app'],
      handle: async ({ principal, parameters: { name, visibility, hours, from } }) => {
        const reference = { text: name, visibility, source: { parameter: 'name' } };
        const period = { hours: Number(hours), from };
        const activity = await readActivity(dependencies, principal, reference, period);
        const data = { type: 'activity' as const, id: activity.name, attributes: activity };
        return { status: 200, body: { data } };
      },
    }),
  ];
}

function appActivity(
  attributes: Static<typeof AppActivity>['attributes'],
): Static<typeof AppActivity> {
  return { type: 'app_activity', id: attributes.name, attributes };
}
