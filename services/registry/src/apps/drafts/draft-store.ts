import {
  defineStatement,
  type Page,
  type PageOf,
  pageOf,
  type Statements,
} from '@app-platform/runtime/database';
import type { AppStores } from '../app-name-store.ts';
import type { NewVersion } from '../registration/registration-store.ts';

export type DraftStores = AppStores & { drafts: DraftStore };

/** An app that has a draft and no version. It has a name, a client id and an identifier alone. */
export type NewDraftApp = {
  name: string;
  organizationId: string;
  identifier: string;
  clientId: string;
  title: string;
};

/** The draft of an app. */
export type Draft = {
  appId: bigint;
  versionId: bigint;
  name: string;
  identifier: string;
  clientId: string;
  visibility: string;
  expiresAt: Date;
  /** As it was sent. */
  definitionText: string;
};

/** A draft in a list. */
export type ListedDraft = Pick<Draft, 'name' | 'identifier' | 'clientId' | 'expiresAt'> & {
  version: string;
  title: string;
};

const INSERT_DRAFT_APP = defineStatement({
  name: 'insert-draft-app',
  text: `
    INSERT INTO app (name, organization_id, visibility, identifier, client_id, version,
                     highest_version, title, description, tags, redirect_uris, operator_tags,
                     search_text)
    VALUES ($1, $2, 'draft', $3, $4, '', '', $5, '', '{}', '{}', '{}', '')
    RETURNING id AS "appId"`,
  parameters: {
    name: 'text',
    organizationId: 'text',
    identifier: 'text',
    clientId: 'text',
    title: 'text',
  },
  row: { appId: 'int8' },
});

const DESCRIBE_DRAFT_APP = defineStatement({
  name: 'describe-draft-app',
  text: `UPDATE app SET title = $2, identifier = $3 WHERE id = $1 AND visibility = 'draft'`,
  parameters: { appId: 'int8', title: 'text', identifier: 'text' },
  row: {},
});

/** In place of the draft before, whose version stays while it is installed. */
const PUT_DRAFT = defineStatement({
  name: 'put-draft',
  text: `
    WITH version AS (
      INSERT INTO app_version (version, precedence, definition, added_fields, title, dependencies,
                               defects)
      VALUES ($2, $3, $4, $5, $6, $7, $8)
      RETURNING id
    ), attributes AS (
      INSERT INTO attribute (app_version_id, klass, name, display_name, example)
      SELECT version.id, added.klass, added.name, added."displayName", added.example
      FROM version, json_to_recordset($9)
        AS added (klass text, name text, "displayName" text, example text)
    )
    INSERT INTO draft (app_id, app_version_id, expires_at) SELECT $1, id, $10 FROM version
    ON CONFLICT (app_id) DO UPDATE
    SET app_version_id = EXCLUDED.app_version_id, expires_at = EXCLUDED.expires_at
    RETURNING app_version_id AS "versionId"`,
  parameters: {
    appId: 'int8',
    version: 'text',
    precedence: 'text',
    definition: 'json',
    addedFields: 'json',
    title: 'text',
    dependencies: 'text[]',
    defects: 'json',
    attributes: 'json',
    expiresAt: 'timestamptz',
  },
  row: { versionId: 'int8' },
});

const FIND_DRAFTS = defineStatement({
  name: 'find-drafts',
  text: `
    SELECT a.id AS "appId", d.app_version_id AS "versionId", a.name, a.identifier,
      a.client_id AS "clientId", a.visibility, d.expires_at AS "expiresAt",
      v.definition::text AS "definitionText"
    FROM unnest($2::text[]) AS asked (name)
    CROSS JOIN LATERAL (SELECT * FROM app WHERE app.name = asked.name OFFSET 0) a
    JOIN draft d ON d.app_id = a.id
    JOIN app_version v ON v.id = d.app_version_id
    WHERE a.organization_id = $1`,
  parameters: { organizationId: 'text', names: 'text[]' },
  row: {
    appId: 'int8',
    versionId: 'int8',
    name: 'text',
    identifier: 'text',
    clientId: 'text',
    visibility: 'text',
    expiresAt: 'timestamptz',
    definitionText: 'text',
  },
});

const LIST_DRAFTS = defineStatement({
  name: 'list-drafts',
  text: `
    SELECT a.name, a.identifier, a.client_id AS "clientId", v.version, v.title,
      d.expires_at AS "expiresAt"
    FROM app a JOIN draft d ON d.app_id = a.id JOIN app_version v ON v.id = d.app_version_id
    WHERE a.organization_id = $1 AND a.name > $2 AND d.expires_at > $3
    ORDER BY a.name LIMIT $4`,
  parameters: { organizationId: 'text', after: 'text', now: 'timestamptz', limit: 'int8' },
  row: {
    name: 'text',
    identifier: 'text',
    clientId: 'text',
    version: 'text',
    title: 'text',
    expiresAt: 'timestamptz',
  },
});

const REMOVE_DRAFT = defineStatement({
  name: 'remove-draft',
  text: 'DELETE FROM draft WHERE app_id = $1',
  parameters: { appId: 'int8' },
  row: {},
});

/** The version of a draft that is neither an app's draft nor installed any more. */
const REMOVE_UNUSED_VERSION = defineStatement({
  name: 'remove-unused-draft-version',
  text: `
    WITH unused AS (
      SELECT id FROM app_version WHERE id = $1 AND app_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM draft WHERE app_version_id = $1)
        AND NOT EXISTS (SELECT 1 FROM installation WHERE app_version_id = $1)
    ), attributes AS (
      DELETE FROM attribute WHERE app_version_id IN (SELECT id FROM unused)
    )
    DELETE FROM app_version WHERE id IN (SELECT id FROM unused)`,
  parameters: { versionId: 'int8' },
  row: {},
});

/** An app that had a version, or that is blocked, keeps its row. */
const REMOVE_DRAFT_APP = defineStatement({
  name: 'remove-draft-app',
  text: `
    DELETE FROM app
    WHERE id = $1 AND visibility = 'draft' AND highest_version = '' AND blocked_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM draft WHERE app_id = $1)
      AND NOT EXISTS (SELECT 1 FROM installation WHERE app_id = $1)`,
  parameters: { appId: 'int8' },
  row: {},
});

/** Drafts of apps. A draft is a version of no app, so that no read of an app's versions finds it. */
export class DraftStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** @throws a unique violation where another transaction took the name */
  async addApp(app: NewDraftApp): Promise<bigint> {
    const [row] = await this.#statements.rows(INSERT_DRAFT_APP, app);
    if (!row) throw new Error('an insert returned no row');
    return row.appId;
  }

  /** Changes an app that has no version yet. */
  async describeApp(appId: bigint, title: string, identifier: string): Promise<void> {
    await this.#statements.rows(DESCRIBE_DRAFT_APP, { appId, title, identifier });
  }

  async put(appId: bigint, version: NewVersion, expiresAt: Date): Promise<bigint> {
    const { definitionText: definition, defects, attributes, ...rest } = version;
    const [row] = await this.#statements.rows(PUT_DRAFT, {
      appId,
      definition,
      ...rest,
      defects: JSON.stringify(defects),
      attributes: JSON.stringify(attributes),
      expiresAt,
    });
    if (!row) throw new Error('an insert returned no row');
    return row.versionId;
  }

  /** The drafts of the organization's apps of these names, expired or not. */
  find(organizationId: string, names: string[]): Promise<Draft[]> {
    return this.#statements.rows(FIND_DRAFTS, { organizationId, names });
  }

  /** The organization's drafts that have not expired, by name; `page.after` is a name. */
  async list(
    organizationId: string,
    { after = '', size }: Page,
    now: Date,
  ): Promise<PageOf<ListedDraft>> {
    const limit = BigInt(size + 1);
    const found = await this.#statements.rows(LIST_DRAFTS, { organizationId, after, now, limit });
    return pageOf(found, size, ({ name }) => name);
  }

  async remove(appId: bigint): Promise<void> {
    await this.#statements.rows(REMOVE_DRAFT, { appId });
  }

  /** Removes the version of a draft once nothing needs it. */
  async removeUnusedVersion(versionId: bigint): Promise<void> {
    await this.#statements.rows(REMOVE_UNUSED_VERSION, { versionId });
  }

  /** Removes an app that never had a version once it has no draft either. */
  async removeUnusedApp(appId: bigint): Promise<void> {
    await this.#statements.rows(REMOVE_DRAFT_APP, { appId });
  }
}
