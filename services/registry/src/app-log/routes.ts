import { roles } from '@app-platform/contracts';
import { EVENT_STREAM, parameter, type Route } from '@app-platform/http-api';
import { Type } from '@sinclair/typebox';
import { nameParameter, visibilityParameter } from '../apps/find-app-version.ts';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import { findOwnApp } from './find-own-app.ts';
import { Follower } from './follower.ts';
import { entryTypes, LogRecord } from './log-entry.ts';
import type { LogStreams } from './log-streams.ts';
import { type AppLogDependencies, readKept } from './read-kept.ts';
import { positionPattern } from './sent-entries.ts';

const parameters = [
  nameParameter,
  visibilityParameter,
  parameter(
    'follow',
    'query',
    Type.Unsafe<'true' | 'false'>({ type: 'string', enum: ['true', 'false'] }),
    'With `false` the stream ends after what is kept.',
  ),
  parameter(
    'types',
    'query',
    Type.String({ pattern: `^(${entryTypes.join('|')})(,(${entryTypes.join('|')})){0,3}$` }),
    `Only entries of some types, with commas between them: ${entryTypes.join(', ')}.`,
  ),
  parameter(
    'last-event-id',
    'header',
    Type.String({ pattern: positionPattern }),
    'The `id` of the last event that the client has, as it was sent: the stream resumes after it.',
  ),
] as const;

const description = [
  'Server-sent events: refused authorization and token requests, deliveries to webhooks, installations, and audit events of the app.',
  'First comes what is kept: of the last 30 days, and of each type at most a hundred. Then comes what happens, within five seconds.',
  'Each event has the type of its entry as its name, an `id` to resume from, and the entry as its data.',
  '`webhook_delivery` has deliveries to the webhooks that the app declares, and those about the app to the webhooks of the organization, with the whole body in `payload`.',
  '`installation` has the same body for each installation of the app, in every organization, whether or not a webhook hears of it.',
  'Who did what is in `audit_event` only for a caller with `org.admin.audit`.',
  'A quiet stream has a comment every ten seconds. It ends when the credential ends, when a replica stops, and after an hour: connect again with `Last-Event-ID`.',
].join(' ');

export type AppLogRouteDependencies = AppLogDependencies & { logStreams: LogStreams };

/** What happens to an own app, as it happens. */
export function appLogRoutes(dependencies: AppLogRouteDependencies): Route<Principal>[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/apps/available/{name}/events',
      operationId: 'followApp',
      summary: 'What happens to an own app, as it happens',
      description,
      access: { all: [roles.apps] },
      credentials: 'first_party',
      limit: 'streams',
      parameters,
      responses: {
        200: { description: 'The events.', contentType: EVENT_STREAM, schema: LogRecord },
      },
      refusals: [
        'invalid_parameter',
        'not_found',
        'ambiguous_app',
        'too_many_streams',
        'temporarily_unavailable',
      ],
      handle: async ({ principal, parameters: given, callerNow }) => {
        const { appLog } = dependencies.database;
        const app = await findOwnApp(appLog, principal, {
          text: given.name,
          visibility: given.visibility,
          source: { parameter: 'name' },
        });
        const position = given['last-event-id'];
        const types = given.types?.split(',') as LogRecord['type'][] | undefined;
        const options = { app, principal, callerNow, types, position };
        if (given.follow === 'false') return keptAlone(dependencies, options);
        const follower = await dependencies.logStreams.follow(options);
        try {
          const kept = await readKept(dependencies, app);
          return { status: 200, events: (stream) => follower.begin(stream, kept) };
        } catch (error) {
          follower.end();
          throw error;
        }
      },
    }),
  ];
}

type Following = Parameters<LogStreams['follow']>[0];

async function keptAlone(dependencies: AppLogDependencies, options: Following) {
  const kept = await readKept(dependencies, options.app);
  const follower = new Follower({ ...options, onEnd: () => {} });
  return {
    status: 200,
    events: (stream: Parameters<Follower['begin']>[0]) => {
      follower.begin(stream, kept);
      follower.end();
    },
  } as const;
}
