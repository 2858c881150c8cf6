import {
  defineStatement,
  type Page,
  type PageOf,
  pageOf,
  type Statements,
} from '@app-platform/runtime/database';

/** How many organizations have a version of an app installed. */
export type InstallationCount = { versionId: bigint; version: string; installations: number };

const NO_VERSION_AFTER = 9_223_372_036_854_775_807n;

const COUNT_INSTALLATIONS = defineStatement({
  name: 'count-installations-by-version',
  text: `
    SELECT v.id AS "versionId", v.version,
      (SELECT count(*)::int4 FROM installation i WHERE i.app_version_id = v.id) AS installations
    FROM app_version v WHERE v.app_id = $1 AND v.id < $2 ORDER BY v.id DESC LIMIT $3`,
  parameters: { appId: 'int8', before: 'int8', limit: 'int8' },
  row: { versionId: 'int8', version: 'text', installations: 'int4' },
});

/** Installations of an app in all organizations, as numbers. */
export class InstallationCountStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** By version, the highest first; `page.after` is a version's id. */
  async list(appId: bigint, { after, size }: Page): Promise<PageOf<InstallationCount>> {
    const before = after === undefined ? NO_VERSION_AFTER : BigInt(after);
    const limit = BigInt(size + 1);
    const found = await this.#statements.rows(COUNT_INSTALLATIONS, { appId, before, limit });
    return pageOf(found, size, ({ versionId }) => String(versionId));
  }
}
