import {
  defineStatement,
  type Page,
  type PageOf,
  pageOf,
  type RowOf,
  type Statements,
} from '@app-platform/runtime/database';
import {
  type Blocking,
  type Withdrawal,
  withdrawalColumns,
  withdrawalRow,
} from '../apps/app-store.ts';
import type { AuditedActor } from '../audit/audit-store.ts';
import { versionOrder } from '../database/expressions.ts';
import { limitColumns, limitRow, type StoredLimit } from './limit-store.ts';

/** The most that tokens of an installation may have, as far as administrators decided. */
export type Ceiling = {
  /** Null: any role. */
  roles: string[] | null;
  /** Roles about which no administrator has decided. */
  waitingRoles: string[];
};

/** An app that an organization has installed. */
export type Installation = {
  appId: bigint;
  versionId: bigint;
  clientId: string;
  /** The organization that registered the app. */
  ownerId: string;
  name: string;
  title: string;
  version: string;
  /** The app's current version, which an upgrade would install. */
  latestVersion: string;
  /** The highest release that the caret range of the installed version allows; null where none is higher. */
  compatibleVersion: string | null;
  visibility: string;
  dependencies: string[];
  /** The most that tokens may have by the administrator's decision; null: any role. */
  roles: string[] | null;
  /** By the definition of the installed version; null where it does not say. */
  declaredRoles: string[] | null;
  /** Roles that an upgrade asks for and no administrator has decided about. */
  waitingRoles: string[];
  /** Users and roles; null for no limit. */
  limitedUsers: string[] | null;
  limitedRoles: string[] | null;
  /** The version that a rollback restores. */
  previousVersionId: bigint | null;
  previousVersion: string | null;
  /** Whether a draft is installed. */
  isDraft: boolean;
  installedAt: Date;
  /** Who installed it then; null where a release before this column did. */
  installedBy: AuditedActor | null;
  /** By which grants name the installation: later than `installedAt` after a block. */
  installedSince: Date;
  updatedAt: Date;
} & Blocking &
  Withdrawal;

/** Where the caret range of a version ends: https://github.com/npm/node-semver#caret-ranges-123-025-004 */
const CARET_END = `
  CASE WHEN v.precedence LIKE '0.%' THEN '0.' || split_part(v.precedence, '.', 2)::int8 + 1
       ELSE split_part(v.precedence, '.', 1)::int8 + 1 || '.0' END || '.0-0'`;

/** The range of 0.0.x holds that version alone. Most organizations have the highest one, and nothing is looked up for them. */
const COMPATIBLE_VERSION = `
  SELECT version FROM app_version c
  WHERE c.app_id = a.id AND c.yanked_at IS NULL AND v.precedence NOT LIKE '0.0.%'
    AND v.precedence <> a.highest_version
    AND strpos(c.precedence, '-') = 0
    AND ${versionOrder('c.precedence')} > ${versionOrder('v.precedence')}
    AND ${versionOrder('c.precedence')} < ${versionOrder(CARET_END)}
  ORDER BY ${versionOrder('c.precedence')} DESC LIMIT 1`;

const INSTALLATIONS = `
  SELECT a.id AS "appId", v.id AS "versionId", a.client_id AS "clientId",
    a.organization_id AS "ownerId", a.name, v.title, v.version,
    a.version AS "latestVersion", (${COMPATIBLE_VERSION}) AS "compatibleVersion", a.visibility, v.dependencies, i.roles,
    i.declared_roles AS "declaredRoles", coalesce(i.waiting_roles, '{}') AS "waitingRoles",
    ${limitColumns},
    i.previous_version_id AS "previousVersionId",
    (SELECT version FROM app_version WHERE id = i.previous_version_id) AS "previousVersion",
    v.app_id IS NULL AS "isDraft",
    i.installed_at AS "installedAt", i.installed_by AS "installedBy",
    GREATEST(i.installed_at, a.unblocked_at) AS "installedSince", i.updated_at AS "updatedAt",
    a.blocked_at AS "blockedAt", a.blocked_reason AS "blockedReason",
    ${withdrawalColumns}
  FROM installation i JOIN app a ON a.id = i.app_id JOIN app_version v ON v.id = i.app_version_id`;

const row = {
  appId: 'int8',
  versionId: 'int8',
  clientId: 'text',
  ownerId: 'text',
  name: 'text',
  title: 'text',
  version: 'text',
  latestVersion: 'text',
  compatibleVersion: 'text?',
  visibility: 'text',
  dependencies: 'text[]',
  roles: 'text[]?',
  declaredRoles: 'text[]?',
  waitingRoles: 'text[]',
  ...limitRow,
  previousVersionId: 'int8?',
  previousVersion: 'text?',
  isDraft: 'bool',
  installedAt: 'timestamptz',
  installedBy: 'json?',
  installedSince: 'timestamptz',
  updatedAt: 'timestamptz',
  blockedAt: 'timestamptz?',
  blockedReason: 'text?',
  ...withdrawalRow,
} as const;

const LIST_INSTALLATIONS = defineStatement({
  name: 'list-installations',
  text: `${INSTALLATIONS} WHERE i.organization_id = $1 AND a.name > $2 ORDER BY a.name LIMIT $3`,
  parameters: { organizationId: 'text', after: 'text', limit: 'int8?' },
  row,
});

const FIND_INSTALLATION = defineStatement({
  name: 'find-installation',
  text: `${INSTALLATIONS} WHERE i.organization_id = $1 AND i.app_id = $2`,
  parameters: { organizationId: 'text', appId: 'int8' },
  row,
});

/**
 * Stores the replaced version for a rollback, except drafts.
 * A new installation begins after the last block of its app, whatever clocks say.
 */
const PUT_INSTALLATION = defineStatement({
  name: 'put-installation',
  text: `
    INSERT INTO installation
      (organization_id, app_id, app_version_id, declared_roles, roles, waiting_roles, installed_at,
       installed_by, updated_at)
    SELECT $1, a.id, $3, $4, $5, $6, GREATEST($7, a.unblocked_at + interval '1 millisecond'), $8, $7
    FROM app a WHERE a.id = $2
    ON CONFLICT (organization_id, app_id) DO UPDATE
    SET app_version_id = EXCLUDED.app_version_id, declared_roles = EXCLUDED.declared_roles,
      roles = EXCLUDED.roles, waiting_roles = EXCLUDED.waiting_roles,
      updated_at = EXCLUDED.updated_at,
      previous_version_id = coalesce(
        (SELECT id FROM app_version WHERE id = installation.app_version_id
         AND id <> EXCLUDED.app_version_id AND app_id IS NOT NULL),
        installation.previous_version_id)`,
  parameters: {
    organizationId: 'text',
    appId: 'int8',
    versionId: 'int8',
    declaredRoles: 'text[]?',
    roles: 'text[]?',
    waitingRoles: 'text[]',
    at: 'timestamptz',
    by: 'json',
  },
  row: {},
});

/** Reads the definitions of all installed apps, and only where the new version defines an object. */
const LIST_SHARED_OBJECTS = defineStatement({
  name: 'list-shared-objects',
  text: `
    SELECT DISTINCT a.name AS app, klass ->> 'name' AS object
    FROM installation i JOIN app a ON a.id = i.app_id JOIN app_version v ON v.id = i.app_version_id
    CROSS JOIN LATERAL json_array_elements(
      CASE WHEN json_typeof(v.definition -> 'klasses') = 'array' THEN v.definition -> 'klasses'
           ELSE '[]' END) AS klass
    WHERE i.organization_id = $1 AND i.app_id <> $2 AND klass ->> 'name' = ANY($3)
      AND (klass -> 'metadata' ->> 'standard') IS DISTINCT FROM 'true'
    ORDER BY 1, 2 LIMIT 100`,
  parameters: { organizationId: 'text', appId: 'int8', names: 'text[]' },
  row: { app: 'text', object: 'text' },
});

const SET_ROLES = defineStatement({
  name: 'set-roles-of-installation',
  text: `
    UPDATE installation SET roles = $3, waiting_roles = '{}', updated_at = $4
    WHERE organization_id = $1 AND app_id = $2`,
  parameters: { organizationId: 'text', appId: 'int8', roles: 'text[]', at: 'timestamptz' },
  row: {},
});

const SET_LIMIT = defineStatement({
  name: 'set-limit-of-installation',
  text: `
    UPDATE installation SET limited_users = $3, limited_roles = $4
    WHERE organization_id = $1 AND app_id = $2`,
  parameters: {
    organizationId: 'text',
    appId: 'int8',
    limitedUsers: 'text[]?',
    limitedRoles: 'text[]?',
  },
  row: {},
});

const REMOVE_INSTALLATION = defineStatement({
  name: 'remove-installation',
  text: 'DELETE FROM installation WHERE organization_id = $1 AND app_id = $2 RETURNING true AS removed',
  parameters: { organizationId: 'text', appId: 'int8' },
  row: { removed: 'bool' },
});

export type NewInstallation = {
  organizationId: string;
  appId: bigint;
  versionId: bigint;
  /** The roles in the version's definition. */
  declaredRoles: string[] | null;
  roles: string[] | null;
  waitingRoles: string[];
  at: Date;
  /** Who installs it, where it is not installed yet. */
  by: AuditedActor;
};

export class InstallationStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The custom objects of these names that other installed apps define. */
  listSharedObjects(
    organizationId: string,
    appId: bigint,
    names: string[],
  ): Promise<{ app: string; object: string }[]> {
    return this.#statements.rows(LIST_SHARED_OBJECTS, { organizationId, appId, names });
  }

  /** By name; all of them without a page. */
  async list(organizationId: string, page?: Page): Promise<Installation[]> {
    const values = {
      organizationId,
      after: page?.after ?? '',
      limit: page ? BigInt(page.size + 1) : null,
    };
    return (await this.#statements.rows(LIST_INSTALLATIONS, values)).map(installationOf);
  }

  async find(organizationId: string, appId: bigint): Promise<Installation | undefined> {
    const [found] = await this.#statements.rows(FIND_INSTALLATION, { organizationId, appId });
    return found && installationOf(found);
  }

  /** Installs a version, in place of another version of the app where there is one. */
  async put(installation: NewInstallation): Promise<void> {
    const by = JSON.stringify(installation.by);
    await this.#statements.rows(PUT_INSTALLATION, { ...installation, by });
  }

  /** Replaces what the administrator allowed. No role waits after it. */
  async setRoles(decided: {
    organizationId: string;
    appId: bigint;
    roles: string[];
    at: Date;
  }): Promise<void> {
    await this.#statements.rows(SET_ROLES, decided);
  }

  /** Replaces who may use the app. */
  async setLimit(
    limited: Pick<NewInstallation, 'organizationId' | 'appId'> & StoredLimit,
  ): Promise<void> {
    await this.#statements.rows(SET_LIMIT, limited);
  }

  /** @returns whether the app was installed */
  async remove(organizationId: string, appId: bigint): Promise<boolean> {
    return (await this.#statements.rows(REMOVE_INSTALLATION, { organizationId, appId })).length > 0;
  }
}

function installationOf(found: RowOf<typeof row>): Installation {
  return { ...found, installedBy: found.installedBy as AuditedActor | null };
}

/** How many organizations have a version of an app installed. */
export type InstallationCount = { version: string; precedence: string; installations: number };

const COUNT_INSTALLATIONS = defineStatement({
  name: 'count-installations-by-version',
  text: `
    SELECT v.version, v.precedence,
      (SELECT count(*)::int4 FROM installation i WHERE i.app_version_id = v.id) AS installations
    FROM app_version v
    WHERE v.app_id = $1
      AND ($2::text IS NULL OR ${versionOrder('v.precedence')} < ${versionOrder('$2::text')})
    ORDER BY ${versionOrder('v.precedence')} DESC LIMIT $3`,
  parameters: { appId: 'int8', before: 'text?', limit: 'int8' },
  row: { version: 'text', precedence: 'text', installations: 'int4' },
});

/** Installations of an app in all organizations, as numbers. */
export class InstallationCountStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** By version, the highest first; `page.after` is a version without build metadata. */
  async list(appId: bigint, { after, size }: Page): Promise<PageOf<InstallationCount>> {
    const values = { appId, before: after ?? null, limit: BigInt(size + 1) };
    const found = await this.#statements.rows(COUNT_INSTALLATIONS, values);
    return pageOf(found, size, ({ precedence }) => precedence);
  }
}
