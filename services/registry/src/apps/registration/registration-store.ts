import type { Warning } from '@app-platform/contracts';
import { defineStatement, type Statements } from '@app-platform/runtime/database';
import type { NamespacedAttribute } from '../../attributes/attribute-store.ts';
import type { AuditStores } from '../../audit/audit-store.ts';
import type { EventStores } from '../../events/event-store.ts';
import type { AppStores } from '../app-name-store.ts';
import { type App, type DirectoryColumns, searchText } from '../app-store.ts';
import type { PublicNameStore } from './public-name-store.ts';

/** The stores that a registration needs. */
export type RegistrationStores = AppStores &
  AuditStores &
  EventStores & { registrations: RegistrationStore; publicNames: PublicNameStore };

export type NewApp = Omit<App, 'appId'> & {
  /** The `app` value without suffix. An organization has one app of each. */
  shortName: string;
};

export type NewVersion = DirectoryColumns & {
  version: string;
  /** The version without build metadata. */
  precedence: string;
  /** The definition as it was sent. */
  definitionText: string;
  /** JSON of the fields that the record shows beside those of the definition. */
  addedFields: string;
  /** Of the version and of the operator. */
  tags: string[];
  dependencies: string[];
  redirectUris: string[];
  roles: string[] | null;
  defects: Warning[];
  attributes: NamespacedAttribute[];
};

/** Writes nothing new where the identifier has an owner, and waits for one who is claiming it. */
const CLAIM_IDENTIFIER = defineStatement({
  name: 'claim-identifier',
  text: `
    INSERT INTO public_identifier AS held (identifier, organization_id) VALUES ($1, $2)
    ON CONFLICT (identifier) DO UPDATE SET organization_id = held.organization_id
    RETURNING organization_id AS owner`,
  parameters: { identifier: 'text', organizationId: 'text' },
  row: { owner: 'text' },
});

const FIND_IDENTIFIER_OWNER = defineStatement({
  name: 'find-identifier-owner',
  text: 'SELECT organization_id AS owner FROM public_identifier WHERE identifier = $1',
  parameters: { identifier: 'text' },
  row: { owner: 'text' },
});

/** The columns of an app that follow its current version. */
const current = {
  version: 'text',
  precedence: 'text',
  title: 'text',
  description: 'text',
  iconUrl: 'text?',
  developer: 'text?',
  tags: 'text[]',
  redirectUris: 'text[]',
  roles: 'text[]?',
} as const;

const INSERT_APP = defineStatement({
  name: 'insert-app',
  text: `
    INSERT INTO app (name, organization_id, visibility, identifier, client_id, short_name, version,
                     highest_version, title, description, icon_url, developer, tags, redirect_uris,
                     roles, operator_tags, search_text)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, '{}',
            ${searchText('$1::text', '$9::text', '$10::text')})
    RETURNING id`,
  parameters: {
    name: 'text',
    organizationId: 'text',
    visibility: 'text',
    identifier: 'text',
    clientId: 'text',
    shortName: 'text',
    ...current,
  },
  row: { id: 'int8' },
});

/** An app without versions gets one. A block and the operator's tags stay. */
const REGISTER_UNVERSIONED_APP = defineStatement({
  name: 'register-unversioned-app',
  text: `
    UPDATE app SET name = $2, visibility = $3, identifier = $4, short_name = $5, version = $6,
      highest_version = $7, title = $8, description = $9, icon_url = $10, developer = $11,
      tags = $12, redirect_uris = $13, roles = $14,
      search_text = ${searchText('$2::text', '$8::text', '$9::text')}
    WHERE id = $1`,
  parameters: {
    appId: 'int8',
    name: 'text',
    visibility: 'text',
    identifier: 'text',
    shortName: 'text',
    ...current,
  },
  row: {},
});

const UPDATE_APP = defineStatement({
  name: 'update-app',
  text: `
    UPDATE app SET version = $2, highest_version = $3, title = $4, description = $5, icon_url = $6,
      developer = $7, tags = $8, redirect_uris = $9, roles = $10,
      search_text = ${searchText('name', '$4::text', '$5::text')}
    WHERE id = $1`,
  parameters: { appId: 'int8', ...current },
  row: {},
});

const SET_HIGHEST_VERSION = defineStatement({
  name: 'set-highest-version',
  text: 'UPDATE app SET highest_version = $2 WHERE id = $1',
  parameters: { appId: 'int8', precedence: 'text' },
  row: {},
});

/** Finds the app by its name, so that it can be sent together with the insert of the app. */
const INSERT_VERSION = defineStatement({
  name: 'insert-version',
  text: `
    WITH version AS (
      INSERT INTO app_version (app_id, version, precedence, definition, added_fields, title,
                               dependencies, defects)
      SELECT id, $2, $3, $4, $5, $6, $7, $8 FROM app WHERE name = $1
      RETURNING id, created_at
    ), attributes AS (
      INSERT INTO attribute (app_version_id, klass, name, display_name, example)
      SELECT version.id, added.klass, added.name, added."displayName", added.example
      FROM version, json_to_recordset($9)
        AS added (klass text, name text, "displayName" text, example text)
    )
    SELECT created_at AS "createdAt" FROM version`,
  parameters: {
    name: 'text',
    version: 'text',
    precedence: 'text',
    definition: 'json',
    addedFields: 'json',
    title: 'text',
    dependencies: 'text[]',
    defects: 'json',
    attributes: 'json',
  },
  row: { createdAt: 'timestamptz' },
});

/** The number of an unpublished version stays used. */
const IS_VERSION_USED = defineStatement({
  name: 'is-version-used',
  text: `
    SELECT app_id AS "appId" FROM app_version WHERE app_id = $1 AND precedence = $2
    UNION ALL
    SELECT app_id FROM unpublished_version WHERE app_id = $1 AND precedence = $2`,
  parameters: { appId: 'int8', precedence: 'text' },
  row: { appId: 'int8' },
});

/** The writes of a registration, in the transaction in which it locked the app. */
export class RegistrationStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * Takes an identifier for the public apps of an organization.
   * @returns the organization that holds it, which may be another one
   */
  async claimIdentifier(identifier: string, organizationId: string): Promise<string | undefined> {
    const values = { identifier, organizationId };
    return (await this.#statements.rows(CLAIM_IDENTIFIER, values))[0]?.owner;
  }

  /** The organization whose public apps hold an identifier. */
  async findIdentifierOwner(identifier: string): Promise<string | undefined> {
    return (await this.#statements.rows(FIND_IDENTIFIER_OWNER, { identifier }))[0]?.owner;
  }

  /** Whether the app has or had a version, which may be unpublished. */
  async isVersionUsed(appId: bigint, precedence: string): Promise<boolean> {
    return (await this.#statements.rows(IS_VERSION_USED, { appId, precedence })).length > 0;
  }

  /**
   * @returns its id
   * @throws a unique violation where another transaction took the name
   */
  async addApp(app: NewApp, version: NewVersion): Promise<bigint> {
    const [row] = await this.#statements.rows(INSERT_APP, { ...app, ...version });
    if (!row) throw new Error('an insert returned no row');
    return row.id;
  }

  /** Adds an app in place of one without versions. */
  async registerUnversioned(appId: bigint, app: NewApp, version: NewVersion): Promise<bigint> {
    await this.#statements.rows(REGISTER_UNVERSIONED_APP, { ...app, ...version, appId });
    return appId;
  }

  /** Makes a version the highest of its app, and the current one. */
  async updateApp(appId: bigint, version: NewVersion): Promise<void> {
    await this.#statements.rows(UPDATE_APP, { appId, ...version });
  }

  /** Makes a pre-release the highest version of an app that has a release. */
  async setHighestVersion(appId: bigint, precedence: string): Promise<void> {
    await this.#statements.rows(SET_HIGHEST_VERSION, { appId, precedence });
  }

  /** Adds a version with its attributes. @returns when it was registered */
  async addVersion(
    name: string,
    { definitionText: definition, defects, attributes, ...version }: NewVersion,
  ): Promise<Date> {
    const [row] = await this.#statements.rows(INSERT_VERSION, {
      name,
      definition,
      ...version,
      defects: JSON.stringify(defects),
      attributes: JSON.stringify(attributes),
    });
    if (!row) throw new Error('an insert returned no row');
    return row.createdAt;
  }
}
