import { defineStatement, type Page, type Statements } from '@app-platform/runtime/database';
import { limitRow, type StoredLimit } from './limit-store.ts';

/** How long an uninstallation can be undone. */
export const RESTORABLE_DAYS = 30;
const RESTORABLE_MILLISECONDS = RESTORABLE_DAYS * 86_400_000;

/** An installation that ended, as far as it can be restored. */
export type Uninstallation = {
  versionId: bigint;
  /** The most that the administrator allowed; null: any role. */
  roles: string[] | null;
  waitingRoles: string[];
} & StoredLimit;

/** Replaces an earlier uninstallation of the app, and removes the organization's expired ones. */
const KEEP_UNINSTALLATION = defineStatement({
  name: 'keep-uninstallation',
  text: `
    WITH expired AS (
      DELETE FROM uninstallation WHERE organization_id = $1 AND expires_at <= $4 AND app_id <> $2)
    INSERT INTO uninstallation
      (organization_id, app_id, app_version_id, roles, waiting_roles, limited_users, limited_roles,
       expires_at)
    SELECT i.organization_id, i.app_id, v.id, i.roles, i.waiting_roles, i.limited_users,
      i.limited_roles, $3
    FROM installation i JOIN app_version v ON v.id = i.app_version_id AND v.app_id = i.app_id
    WHERE i.organization_id = $1 AND i.app_id = $2
    ON CONFLICT (organization_id, app_id) DO UPDATE
    SET app_version_id = EXCLUDED.app_version_id, roles = EXCLUDED.roles,
      waiting_roles = EXCLUDED.waiting_roles, limited_users = EXCLUDED.limited_users,
      limited_roles = EXCLUDED.limited_roles, expires_at = EXCLUDED.expires_at`,
  parameters: {
    organizationId: 'text',
    appId: 'int8',
    expiresAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: {},
});

const FIND_UNINSTALLATION = defineStatement({
  name: 'find-uninstallation',
  text: `
    SELECT app_version_id AS "versionId", roles, coalesce(waiting_roles, '{}') AS "waitingRoles",
      limited_users AS "limitedUsers", limited_roles AS "limitedRoles"
    FROM uninstallation WHERE organization_id = $1 AND app_id = $2 AND expires_at > $3`,
  parameters: { organizationId: 'text', appId: 'int8', now: 'timestamptz' },
  row: { versionId: 'int8', roles: 'text[]?', waitingRoles: 'text[]', ...limitRow },
});

/** An app that was uninstalled, and can be restored. */
export type UninstalledApp = {
  name: string;
  title: string;
  version: string;
  visibility: string;
  uninstalledAt: Date;
  restorableUntil: Date;
};

/** An app that was installed anew keeps its row until it is uninstalled again, and is left out. */
const LIST_UNINSTALLATIONS = defineStatement({
  name: 'list-uninstallations',
  text: `
    SELECT a.name, v.title, v.version, a.visibility, u.expires_at AS "restorableUntil"
    FROM uninstallation u JOIN app a ON a.id = u.app_id JOIN app_version v ON v.id = u.app_version_id
    WHERE u.organization_id = $1 AND u.expires_at > $4 AND a.name > $2
      AND NOT EXISTS (
        SELECT FROM installation i WHERE i.organization_id = $1 AND i.app_id = u.app_id)
    ORDER BY a.name LIMIT $3`,
  parameters: { organizationId: 'text', after: 'text', limit: 'int8', now: 'timestamptz' },
  row: {
    name: 'text',
    title: 'text',
    version: 'text',
    visibility: 'text',
    restorableUntil: 'timestamptz',
  },
});

const REMOVE_UNINSTALLATION = defineStatement({
  name: 'remove-uninstallation',
  text: 'DELETE FROM uninstallation WHERE organization_id = $1 AND app_id = $2',
  parameters: { organizationId: 'text', appId: 'int8' },
  row: {},
});

export class UninstallationStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Keeps an installation that is about to be removed; nothing of an installed draft. */
  async keep(organizationId: string, appId: bigint, now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + RESTORABLE_MILLISECONDS);
    await this.#statements.rows(KEEP_UNINSTALLATION, { organizationId, appId, expiresAt, now });
  }

  /** @param now when it must be restorable */
  async find(
    organizationId: string,
    appId: bigint,
    now: Date,
  ): Promise<Uninstallation | undefined> {
    const values = { organizationId, appId, now };
    return (await this.#statements.rows(FIND_UNINSTALLATION, values))[0];
  }

  /** By name: one more than a page holds, where there is a next page. @param now when they must be restorable */
  async list(
    organizationId: string,
    { size, after = '' }: Page,
    now: Date,
  ): Promise<UninstalledApp[]> {
    const values = { organizationId, after, limit: BigInt(size + 1), now };
    const found = await this.#statements.rows(LIST_UNINSTALLATIONS, values);
    return found.map((one) => ({
      ...one,
      uninstalledAt: new Date(one.restorableUntil.getTime() - RESTORABLE_MILLISECONDS),
    }));
  }

  async remove(organizationId: string, appId: bigint): Promise<void> {
    await this.#statements.rows(REMOVE_UNINSTALLATION, { organizationId, appId });
  }
}
