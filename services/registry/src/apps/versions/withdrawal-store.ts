import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { versionOrder } from '../../database/expressions.ts';
import type { AppVersion, DirectoryColumns } from '../app-store.ts';

/** The columns of an app that follow its current version. */
export type CurrentColumns = DirectoryColumns & {
  version: string;
  tags: string[];
  redirectUris: string[];
  roles: string[] | null;
};

/** A version from which an app's current one is chosen. */
export type CurrentVersion = Pick<AppVersion, 'version' | 'definitionText' | 'addedFields'>;

/** An app that depends on another one, and its rule. */
export type Dependent = { name: string; version: string; rule: string };

const SET_DEPRECATION = defineStatement({
  name: 'set-deprecation',
  text: `
    UPDATE app_version SET deprecated_at = $2, deprecation_message = $3, successor = $4,
      updated_at = $5
    WHERE id = $1`,
  parameters: {
    versionId: 'int8',
    at: 'timestamptz?',
    message: 'text?',
    successor: 'text?',
    updatedAt: 'timestamptz',
  },
  row: {},
});

const SET_YANK = defineStatement({
  name: 'set-yank',
  text: 'UPDATE app_version SET yanked_at = $2, yank_reason = $3, updated_at = $4 WHERE id = $1',
  parameters: {
    versionId: 'int8',
    at: 'timestamptz?',
    reason: 'text?',
    updatedAt: 'timestamptz',
  },
  row: {},
});

/** The highest release before pre-releases, and yanked versions only where there is no other. */
const CHOOSE_CURRENT = defineStatement({
  name: 'choose-current-version',
  text: `
    SELECT version, definition::text AS "definitionText", added_fields::text AS "addedFields"
    FROM app_version WHERE app_id = $1
    ORDER BY yanked_at IS NOT NULL, strpos(precedence, '-') > 0,
      ${versionOrder('precedence')} DESC LIMIT 1`,
  parameters: { appId: 'int8' },
  row: { version: 'text', definitionText: 'text', addedFields: 'text' },
});

const SET_CURRENT = defineStatement({
  name: 'set-current-version',
  text: `
    UPDATE app SET version = $2, title = $3, description = $4, icon_url = $5, developer = $6,
      tags = $7, redirect_uris = $8, roles = $9,
      search_text = lower(concat_ws(E'\\n', name, $3::text, $4::text))
    WHERE id = $1`,
  parameters: {
    appId: 'int8',
    version: 'text',
    title: 'text',
    description: 'text',
    iconUrl: 'text?',
    developer: 'text?',
    tags: 'text[]',
    redirectUris: 'text[]',
    roles: 'text[]?',
  },
  row: {},
});

const COUNT_INSTALLATIONS = defineStatement({
  name: 'count-installations-of-version',
  text: `
    SELECT count(*) FILTER (WHERE organization_id <> $2)::int4 AS others,
      count(*) FILTER (WHERE organization_id = $2)::int4 AS own
    FROM installation WHERE app_version_id = $1`,
  parameters: { versionId: 'int8', organizationId: 'text' },
  row: { others: 'int4', own: 'int4' },
});

/** A popular app has any number of installations. */
const MOST_INSTALLATIONS = 1000;
const MOST_DEPENDENTS = 100;

/**
 * Apps whose rules name an app, of those that its organization sees: installed beside the version
 * anywhere, or the organization's own in their current version.
 */
const LIST_DEPENDENTS = defineStatement({
  name: 'list-dependents-of-version',
  text: `
    WITH beside AS (
      SELECT other.app_version_id AS id
      FROM (SELECT organization_id, app_id FROM installation WHERE app_version_id = $1
            LIMIT ${MOST_INSTALLATIONS}) AS i
      JOIN installation other
        ON other.organization_id = i.organization_id AND other.app_id <> i.app_id
      UNION
      SELECT v.id FROM app a
      JOIN app_version v ON v.app_id = a.id AND v.precedence = split_part(a.version, '+', 1)
      WHERE a.organization_id = $3
    )
    SELECT DISTINCT a.name, v.version, rule
    FROM beside
    JOIN app_version v ON v.id = beside.id
    JOIN app a ON a.id = v.app_id AND (a.visibility = 'public' OR a.organization_id = $3)
    CROSS JOIN LATERAL unnest(v.dependencies) AS rule
    WHERE split_part(rule, '-', 1) = $2
    ORDER BY a.name, v.version LIMIT ${MOST_DEPENDENTS}`,
  parameters: { versionId: 'int8', name: 'text', organizationId: 'text' },
  row: { name: 'text', version: 'text', rule: 'text' },
});

/** Its number stays used. */
const UNPUBLISH_VERSION = defineStatement({
  name: 'unpublish-version',
  text: `
    WITH attributes AS (DELETE FROM attribute WHERE app_version_id = $1),
    removed AS (DELETE FROM app_version WHERE id = $1 RETURNING app_id, precedence)
    INSERT INTO unpublished_version (app_id, precedence, unpublished_at)
    SELECT app_id, precedence, $2 FROM removed`,
  parameters: { versionId: 'int8', at: 'timestamptz' },
  row: {},
});

const HAS_INSTALLATION = defineStatement({
  name: 'has-installation-of-app',
  text: 'SELECT app_id AS "appId" FROM installation WHERE app_id = $1 LIMIT 1',
  parameters: { appId: 'int8' },
  row: { appId: 'int8' },
});

/**
 * The row stays without its content, as that of an app with a draft alone. So name, identifier, client
 * id, secrets, highest version, operator's tags and the end of a block stay with the organization.
 */
const UNPUBLISH_APP = defineStatement({
  name: 'unpublish-app',
  text: `
    WITH requests AS (DELETE FROM installation_request WHERE app_id = $1)
    UPDATE app SET visibility = 'draft', version = '', description = '', icon_url = NULL,
      developer = NULL, tags = operator_tags, redirect_uris = '{}', roles = NULL, search_text = ''
    WHERE id = $1`,
  parameters: { appId: 'int8' },
  row: {},
});

/** Withdrawals of versions. Lock the app before. */
export class WithdrawalStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** @param deprecation null ends it */
  async setDeprecation(
    versionId: bigint,
    deprecation: { at: Date; message: string; successor: string | null } | null,
    updatedAt: Date,
  ): Promise<void> {
    const { at = null, message = null, successor = null } = deprecation ?? {};
    const values = { versionId, at, message, successor, updatedAt };
    await this.#statements.rows(SET_DEPRECATION, values);
  }

  /** @param yank null ends it */
  async setYank(
    versionId: bigint,
    yank: { at: Date; reason: string } | null,
    updatedAt: Date,
  ): Promise<void> {
    const { at = null, reason = null } = yank ?? {};
    await this.#statements.rows(SET_YANK, { versionId, at, reason, updatedAt });
  }

  /** The version that is to be current; undefined where the app has none. */
  async chooseCurrent(appId: bigint): Promise<CurrentVersion | undefined> {
    return (await this.#statements.rows(CHOOSE_CURRENT, { appId }))[0];
  }

  async setCurrent(appId: bigint, columns: CurrentColumns): Promise<void> {
    await this.#statements.rows(SET_CURRENT, { appId, ...columns });
  }

  /** How many organizations have the version installed: the given one, and others. */
  async countInstallations(
    versionId: bigint,
    organizationId: string,
  ): Promise<{ own: number; others: number }> {
    const values = { versionId, organizationId };
    const [counted] = await this.#statements.rows(COUNT_INSTALLATIONS, values);
    if (!counted) throw new Error('a count returned no row');
    return counted;
  }

  /** At most 100 apps whose rules name an app; whether a version satisfies the rules is not decided. */
  listDependents(versionId: bigint, name: string, organizationId: string): Promise<Dependent[]> {
    return this.#statements.rows(LIST_DEPENDENTS, { versionId, name, organizationId });
  }

  async unpublishVersion(versionId: bigint, at: Date): Promise<void> {
    await this.#statements.rows(UNPUBLISH_VERSION, { versionId, at });
  }

  async hasInstallation(appId: bigint): Promise<boolean> {
    return (await this.#statements.rows(HAS_INSTALLATION, { appId })).length > 0;
  }

  /** Leaves an app whose last version went as one without versions. */
  async unpublishApp(appId: bigint): Promise<void> {
    await this.#statements.rows(UNPUBLISH_APP, { appId });
  }
}
