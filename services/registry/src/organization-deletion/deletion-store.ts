import { queueTable } from '@app-platform/runtime';
import { defineStatement, type RemovedRows, type Statements } from '@app-platform/runtime/database';
import { FIRST_APPS } from './organization-row-store.ts';

const queue = queueTable(
  'organization_deletion',
  { organizationId: 'text' },
  { organizationId: 'organization_id' },
);

const ADD_DELETION = defineStatement({
  name: 'add-organization-deletion',
  text: 'INSERT INTO organization_deletion (organization_id, due_at) VALUES ($1, $2)',
  parameters: { organizationId: 'text', dueAt: 'timestamptz' },
  row: {},
});

const FIND_DELETION = defineStatement({
  name: 'find-organization-deletion',
  text: `
    SELECT removed FROM organization_deletion WHERE organization_id = $1`,
  parameters: { organizationId: 'text' },
  row: { removed: 'json' },
});

/** Adds to the numbers of removed rows, in the transaction of the removal. */
const COUNT_REMOVED = defineStatement({
  name: 'count-removed-rows',
  text: `
    UPDATE organization_deletion SET removed = removed || (
      SELECT coalesce(jsonb_object_agg(key, coalesce((removed->>key)::int8, 0) + value::int8), '{}')
      FROM jsonb_each_text($2::jsonb))
    WHERE organization_id = $1`,
  parameters: { organizationId: 'text', removed: 'json' },
  row: {},
});

/** The report of a finished deletion is in its audit row. */
const FIND_REPORT = defineStatement({
  name: 'find-organization-deletion-report',
  text: `
    SELECT after AS report FROM audit_event
    WHERE organization_id = $1 AND action = 'organization.deleted' ORDER BY id DESC LIMIT 1`,
  parameters: { organizationId: 'text' },
  row: { report: 'json' },
});

/** Access ends with it: a blocked app has no installation, and no organization installs it. */
const BLOCK_APPS = defineStatement({
  name: 'block-apps-of-organization',
  text: `
    UPDATE app SET blocked_at = $2, blocked_reason = $3
    WHERE organization_id = $1 AND blocked_at IS NULL`,
  parameters: { organizationId: 'text', at: 'timestamptz', reason: 'text' },
  row: {},
});

const ended = {
  organizationId: 'text',
  appId: 'int8',
  app: 'text',
  version: 'text',
  versionId: 'int8',
  clientId: 'text',
  installedSince: 'timestamptz',
} as const;

const ENDED = `
    SELECT i.organization_id AS "organizationId", a.id AS "appId", a.name AS app, v.version,
      v.id AS "versionId", a.client_id AS "clientId",
      GREATEST(i.installed_at, a.unblocked_at) AS "installedSince"`;

const LIST_INSTALLATIONS_OF_OTHERS = defineStatement({
  name: 'list-installations-of-others',
  text: `${ENDED}
    FROM app a JOIN installation i ON i.app_id = a.id JOIN app_version v ON v.id = i.app_version_id
    WHERE a.id = ANY(ARRAY(${FIRST_APPS})) AND i.organization_id <> $1 LIMIT $2::int4`,
  parameters: { organizationId: 'text', most: 'int4' },
  row: ended,
});

const LIST_OWN_INSTALLATIONS = defineStatement({
  name: 'list-installations-to-end',
  text: `${ENDED}
    FROM installation i JOIN app a ON a.id = i.app_id JOIN app_version v ON v.id = i.app_version_id
    WHERE i.organization_id = $1 LIMIT $2::int4`,
  parameters: { organizationId: 'text', most: 'int4' },
  row: ended,
});

const LIST_CLIENT_IDS = defineStatement({
  name: 'list-client-ids-of-organization',
  text: `
    SELECT client_id AS "clientId" FROM app WHERE id = ANY(ARRAY(${FIRST_APPS})) ORDER BY name`,
  parameters: { organizationId: 'text' },
  row: { clientId: 'text' },
});

const REMOVE_APPS = defineStatement({
  name: 'remove-apps-of-organization',
  text: `
    WITH removed AS (
      DELETE FROM app WHERE organization_id = $1 AND client_id = ANY($2::text[]) RETURNING 1)
    SELECT count(*)::int4 AS removed FROM removed`,
  parameters: { organizationId: 'text', clientIds: 'text[]' },
  row: { removed: 'int4' },
});

/** No organization may register the names of its public apps, until the operator releases them. */
const RESERVE_NAMES = defineStatement({
  name: 'reserve-names-of-deleted-organization',
  text: `
    WITH held AS (
      DELETE FROM public_name WHERE organization_id = $1 RETURNING skeleton, name
    ), reassigned AS (
      UPDATE reserved_name SET organization_id = NULL WHERE organization_id = $1
        AND skeleton <> ALL(ARRAY(SELECT skeleton FROM held))
    )
    INSERT INTO reserved_name AS reserved (skeleton, pattern) SELECT skeleton, name FROM held
    ON CONFLICT (skeleton) DO UPDATE SET organization_id = NULL
      WHERE reserved.organization_id = $1`,
  parameters: { organizationId: 'text' },
  row: {},
});

/** The id of no organization. Identifiers are part of the attributes of others, and never free again. */
const NO_ORGANIZATION = '0'.repeat(24);

const KEEP_IDENTIFIERS = defineStatement({
  name: 'keep-identifiers-of-deleted-organization',
  text: `
    UPDATE public_identifier SET organization_id = '${NO_ORGANIZATION}' WHERE organization_id = $1`,
  parameters: { organizationId: 'text' },
  row: {},
});

const REMOVE_ORGANIZATION = defineStatement({
  name: 'remove-organization',
  text: 'DELETE FROM organization WHERE id = $1',
  parameters: { organizationId: 'text' },
  row: {},
});

const REMOVE_DELETION = defineStatement({
  name: 'finish-organization-deletion',
  text: 'DELETE FROM organization_deletion WHERE organization_id = $1',
  parameters: { organizationId: 'text' },
  row: {},
});

export type InstallationToEnd = {
  organizationId: string;
  appId: bigint;
  app: string;
  version: string;
  versionId: bigint;
  clientId: string;
  installedSince: Date;
};

/** The queue of organizations that are being deleted, and the steps that no other store has. */
export class DeletionStore {
  readonly queue: ReturnType<typeof queue>;
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.queue = queue(statements);
    this.#statements = statements;
  }

  /** @param dueAt when the removal of rows may begin */
  async add(organizationId: string, dueAt: Date): Promise<void> {
    await this.#statements.rows(ADD_DELETION, { organizationId, dueAt });
  }

  /** @returns what a deletion that has begun has removed so far */
  async findRemoved(organizationId: string): Promise<RemovedRows | undefined> {
    const [found] = await this.#statements.rows(FIND_DELETION, { organizationId });
    return found && (found.removed as RemovedRows);
  }

  async addRemoved(organizationId: string, removed: RemovedRows): Promise<void> {
    const values = { organizationId, removed: JSON.stringify(removed) };
    await this.#statements.rows(COUNT_REMOVED, values);
  }

  /** What a finished deletion removed. */
  async findReport(organizationId: string): Promise<unknown> {
    return (await this.#statements.rows(FIND_REPORT, { organizationId }))[0]?.report;
  }

  async blockApps(organizationId: string, reason: string, at: Date): Promise<void> {
    await this.#statements.rows(BLOCK_APPS, { organizationId, reason, at });
  }

  /** Of the first of its apps, in other organizations. */
  listInstallationsOfOthers(organizationId: string, most: number): Promise<InstallationToEnd[]> {
    return this.#statements.rows(LIST_INSTALLATIONS_OF_OTHERS, { organizationId, most });
  }

  listOwnInstallations(organizationId: string, most: number): Promise<InstallationToEnd[]> {
    return this.#statements.rows(LIST_OWN_INSTALLATIONS, { organizationId, most });
  }

  /** Of the first of its apps. */
  async listClientIds(organizationId: string): Promise<string[]> {
    const rows = await this.#statements.rows(LIST_CLIENT_IDS, { organizationId });
    return rows.map(({ clientId }) => clientId);
  }

  /** @returns how many were removed */
  async removeApps(organizationId: string, clientIds: readonly string[]): Promise<number> {
    const values = { organizationId, clientIds };
    return (await this.#statements.rows(REMOVE_APPS, values))[0]?.removed ?? 0;
  }

  /** Removes the organization itself, and keeps the names and identifiers of its public apps from others. */
  async finish(organizationId: string): Promise<void> {
    await this.#statements.rows(RESERVE_NAMES, { organizationId });
    await this.#statements.rows(KEEP_IDENTIFIERS, { organizationId });
    await this.#statements.rows(REMOVE_DELETION, { organizationId });
    await this.#statements.rows(REMOVE_ORGANIZATION, { organizationId });
  }
}
