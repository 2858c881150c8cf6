import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** What happened to an installation of an app, as its lifecycle webhooks hear of it. */
export type InstallationEvent = {
  id: bigint;
  /** The `webhook-id` of its deliveries. */
  eventId: string;
  type: string;
  payload: string;
  createdAt: Date;
};

const LIST_INSTALLATION_EVENTS = defineStatement({
  name: 'list-installation-events',
  text: `
    SELECT id, event_id::text AS "eventId", type, payload::text AS payload, created_at AS "createdAt"
    FROM installation_event
    WHERE app_id = $1 AND created_at > now() - $2::int4 * interval '1 second'
    ORDER BY id DESC LIMIT $3::int4`,
  parameters: { appId: 'int8', seconds: 'int4', most: 'int4' },
  row: {
    id: 'int8',
    eventId: 'text',
    type: 'text',
    payload: 'text',
    createdAt: 'timestamptz',
  },
});

/** Events of installations, in every organization, for the owner of the app. */
export class InstallationEventStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The latest first. @param age in seconds, at most */
  list(appId: bigint, age: { seconds: number }, most: number): Promise<InstallationEvent[]> {
    return this.#statements.rows(LIST_INSTALLATION_EVENTS, { appId, ...age, most });
  }
}
