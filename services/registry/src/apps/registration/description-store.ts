import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { type AppVersion, type DirectoryColumns, searchText } from '../app-store.ts';

const UPDATE_VERSION = defineStatement({
  name: 'update-version',
  text: `
    UPDATE app_version SET definition = $2, added_fields = $3, title = $4, updated_at = $5
    WHERE id = $1`,
  parameters: {
    versionId: 'int8',
    definition: 'json',
    addedFields: 'json',
    title: 'text',
    updatedAt: 'timestamptz',
  },
  row: {},
});

const DESCRIBE_APP = defineStatement({
  name: 'describe-app',
  text: `
    UPDATE app SET title = $2, description = $3, icon_url = $4, developer = $5,
      search_text = ${searchText('name', '$2::text', '$3::text')}
    WHERE id = $1`,
  parameters: {
    appId: 'int8',
    title: 'text',
    description: 'text',
    iconUrl: 'text?',
    developer: 'text?',
  },
  row: {},
});

const SET_TAGS = defineStatement({
  name: 'set-tags',
  text: 'UPDATE app SET tags = $2, operator_tags = $3 WHERE id = $1',
  parameters: { appId: 'int8', tags: 'text[]', operatorTags: 'text[]' },
  row: {},
});

/** Descriptions of apps and versions, which change without a new version. */
export class DescriptionStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Replaces the definition of a version. */
  async updateVersion({
    versionId,
    definitionText,
    addedFields,
    title,
    updatedAt,
  }: AppVersion): Promise<void> {
    const values = { versionId, definition: definitionText, addedFields, title, updatedAt };
    await this.#statements.rows(UPDATE_VERSION, values);
  }

  /** Replaces the directory's columns of an app. */
  async describeApp(appId: bigint, columns: DirectoryColumns): Promise<void> {
    await this.#statements.rows(DESCRIBE_APP, { appId, ...columns });
  }

  async setTags(appId: bigint, tags: string[], operatorTags: string[]): Promise<void> {
    await this.#statements.rows(SET_TAGS, { appId, tags, operatorTags });
  }
}
