import {
  defineStatement,
  type Page,
  type PageOf,
  pageOf,
  type Statements,
} from '@app-platform/runtime/database';
import { versionOrder } from '../database/version-order.ts';

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
