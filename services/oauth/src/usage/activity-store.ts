import { type OauthActivityKind, oauthActivityKinds } from '@app-platform/contracts';
import { type ActivityCounts, activityTable } from '@app-platform/runtime/activity';
import { defineStatement, type Statements } from '@app-platform/runtime/database';

export type OauthActivityCounts = Pick<ActivityCounts<OauthActivityKind>, 'count'>;

const tableOn = activityTable(oauthActivityKinds);

/** An app is used when a token is issued to it: the access tokens of its refresh tokens end within a day. */
const LIST_LAST_USES = defineStatement({
  name: 'list-last-uses-of-apps',
  text: `
    SELECT app.client_id AS "clientId", used.hour FROM unnest($2::text[]) AS app (client_id)
    CROSS JOIN LATERAL (
      SELECT hour FROM activity_hour
      WHERE organization_id = $1 AND client_id = app.client_id AND tokens > 0
      ORDER BY hour DESC LIMIT 1) used`,
  parameters: { organizationId: 'text', clientIds: 'text[]' },
  row: { clientId: 'text', hour: 'timestamptz' },
});

export type ActivityStore = ReturnType<typeof activityStore>;

/** What apps did at this service in organizations, by hour. */
export function activityStore(statements: Statements) {
  return {
    ...tableOn(statements),
    /** The last hour in which each of some apps was used; without those that were not used. */
    listLastUses: (organizationId: string, clientIds: string[]) =>
      statements.rows(LIST_LAST_USES, { organizationId, clientIds }),
  };
}
