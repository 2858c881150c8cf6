import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** An app of the organization that follows its log: registered, or with a draft alone. */
export type LoggedApp = {
  appId: bigint;
  name: string;
  clientId: string;
  organizationId: string;
};

/** An own app that a name may mean. */
export type NamedOwnApp = LoggedApp & { visibility: string };

const FIND_OWN_APPS = defineStatement({
  name: 'find-own-apps',
  text: `
    SELECT a.id AS "appId", a.name, a.client_id AS "clientId", a.organization_id AS "organizationId",
      a.visibility
    FROM unnest($2::text[]) AS asked (name)
    CROSS JOIN LATERAL (SELECT * FROM app WHERE app.name = asked.name OFFSET 0) a
    WHERE a.organization_id = $1`,
  parameters: { organizationId: 'text', names: 'text[]' },
  row: {
    appId: 'int8',
    name: 'text',
    clientId: 'text',
    organizationId: 'text',
    visibility: 'text',
  },
});

const IS_OWN_APP = defineStatement({
  name: 'is-own-app',
  text: 'SELECT name FROM app WHERE id = $1 AND organization_id = $2',
  parameters: { appId: 'int8', organizationId: 'text' },
  row: { name: 'text' },
});

const MOST_VERSIONS = 100;

/** The latest versions, the unpublished ones and the draft. */
const LIST_SUBJECTS = defineStatement({
  name: 'list-audited-subjects-of-app',
  text: `
    SELECT name AS subject FROM app WHERE id = $1
    UNION SELECT a.name || '-' || v.version FROM app a CROSS JOIN LATERAL (
      (SELECT version FROM app_version WHERE app_id = a.id ORDER BY id DESC LIMIT ${MOST_VERSIONS})
      UNION ALL
      (SELECT precedence FROM unpublished_version WHERE app_id = a.id LIMIT ${MOST_VERSIONS})
      UNION ALL
      (SELECT version FROM draft JOIN app_version ON app_version.id = draft.app_version_id
       WHERE draft.app_id = a.id)) v
    WHERE a.id = $1`,
  parameters: { appId: 'int8' },
  row: { subject: 'text' },
});

/** Apps, for their owner. */
export class LoggedAppStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The organization's apps of these names. */
  findOwn(organizationId: string, names: readonly string[]): Promise<NamedOwnApp[]> {
    return this.#statements.rows(FIND_OWN_APPS, { organizationId, names });
  }

  async isOwn({ appId, organizationId }: LoggedApp): Promise<boolean> {
    return (await this.#statements.rows(IS_OWN_APP, { appId, organizationId })).length > 0;
  }

  /** What the audit events of an app name. */
  async listSubjects({ appId }: LoggedApp): Promise<string[]> {
    const rows = await this.#statements.rows(LIST_SUBJECTS, { appId });
    return rows.map(({ subject }) => subject);
  }
}
