import type { AppDefinition } from '@app-platform/contracts';
import { parseJson } from '@app-platform/service-kit';
import type { DatabaseClient } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';
import type { Page, PageOf } from '../page.ts';
import type { App, AppVersion } from './app-version.ts';

const versionColumns = Prisma.sql`
  a.id AS "appId", a.name, a.organization_id AS "organizationId", a.visibility, a.identifier,
  a.client_id AS "clientId", a.operator_tags AS "operatorTags",
  v.id AS "versionId", v.version, v.definition::text, v.title, v.redirect_uris AS "redirectUris",
  v.dependencies, v.defects, v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;

const lockedColumns = Prisma.sql`
  id AS "appId", name, organization_id AS "organizationId", visibility, identifier,
  client_id AS "clientId", operator_tags AS "operatorTags"`;

/** The definition comes as text: see `parseJson` for why the driver must not parse it. */
type AppVersionRow = Omit<AppVersion, 'definition'> & { definition: string };

/** What the definitions of a page of versions come to: a hundred of them could be 100 MiB. */
const MOST_PAGE_BYTES = 4_194_304;

function appVersion(row: AppVersionRow): AppVersion {
  return { ...row, definition: parseJson(row.definition) as AppDefinition };
}

/** Apps and their versions. What an organization may see is decided here, in every statement. */
export class AppStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /** Finds an app by name and makes other changes of it wait until this transaction ends. */
  async lock(name: string): Promise<App | undefined> {
    const rows = await this.#client.$queryRaw<App[]>`
      SELECT ${lockedColumns} FROM app WHERE name = ${name} FOR NO KEY UPDATE`;
    return rows[0];
  }

  /**
   * A version of an app that the organization may see: its own, or of a public app.
   * @param precedence a version without build metadata; left out for the highest
   */
  async findVersion(
    organizationId: string,
    name: string,
    precedence?: string,
  ): Promise<AppVersion | undefined> {
    const which = precedence
      ? Prisma.sql`v.app_id = a.id AND v.precedence = ${precedence}`
      : Prisma.sql`v.id = a.latest_version_id`;
    const rows = await this.#client.$queryRaw<AppVersionRow[]>`
      SELECT ${versionColumns} FROM app a JOIN app_version v ON ${which}
      WHERE a.name = ${name} AND (a.visibility = 'public' OR a.organization_id = ${organizationId})`;
    return rows.map(appVersion)[0];
  }

  /** By name, the highest version of each of these apps that the organization may see. */
  async listHighestVersions(organizationId: string, names: string[]): Promise<Map<string, string>> {
    const rows = await this.#client.$queryRaw<{ name: string; version: string }[]>`
      SELECT a.name, v.version FROM app a JOIN app_version v ON v.id = a.latest_version_id
      WHERE a.name = ANY(${names}::text[])
        AND (a.visibility = 'public' OR a.organization_id = ${organizationId})`;
    return new Map(rows.map(({ name, version }) => [name, version]));
  }

  /** The dependencies of an app's highest version; none where the organization may not see it. */
  async listDependencies(organizationId: string, name: string): Promise<string[]> {
    const rows = await this.#client.$queryRaw<{ dependencies: string[] }[]>`
      SELECT v.dependencies FROM app a JOIN app_version v ON v.id = a.latest_version_id
      WHERE a.name = ${name} AND (a.visibility = 'public' OR a.organization_id = ${organizationId})`;
    return rows[0]?.dependencies ?? [];
  }

  /**
   * An app's versions, the highest first; `page.after` is a version's id. They are measured before
   * they are read, redirect URIs too, since a version can take them over from the one before.
   */
  async listVersions(
    organizationId: string,
    name: string,
    { after, size }: Page,
  ): Promise<PageOf<AppVersion>> {
    const rows = await this.#client.$queryRaw<(AppVersionRow & { isFollowed: boolean })[]>`
      WITH ahead AS MATERIALIZED (
        SELECT v.id, octet_length(v.definition::text)
                     + octet_length(array_to_string(v.redirect_uris, ',')) AS bytes
        FROM app a JOIN app_version v ON v.app_id = a.id
        WHERE a.name = ${name} AND (a.visibility = 'public' OR a.organization_id = ${organizationId})
        ${after ? Prisma.sql`AND v.id < ${BigInt(after)}` : Prisma.empty}
        ORDER BY v.id DESC LIMIT ${size + 1}
      ), measured AS (
        SELECT id, row_number() OVER from_first AS place, sum(bytes) OVER from_first AS total
        FROM ahead WINDOW from_first AS (ORDER BY id DESC)
      ), page AS (
        SELECT id FROM measured
        WHERE place = 1 OR (place <= ${size} AND total <= ${MOST_PAGE_BYTES})
      )
      SELECT ${versionColumns}, (SELECT count(*) FROM ahead) > count(*) OVER () AS "isFollowed"
      FROM page JOIN app_version v ON v.id = page.id JOIN app a ON a.id = v.app_id
      ORDER BY v.id DESC`;
    const last = rows.at(-1);
    const entries = rows.map(({ isFollowed: _, ...row }) => appVersion(row));
    return { entries, next: last?.isFollowed ? String(last.versionId) : null };
  }

  /** Replaces what describes a version; what makes it work stays as registered. */
  async updateDescription(
    versionId: bigint,
    definition: AppDefinition,
    title: string,
    at: Date,
  ): Promise<void> {
    await this.#client.$executeRaw`
      UPDATE app_version SET definition = ${JSON.stringify(definition)}::json, title = ${title},
             description = ${definition.description ?? ''}, updated_at = ${at}
      WHERE id = ${versionId}`;
  }

  async setOperatorTags(appId: bigint, tags: string[]): Promise<void> {
    await this.#client.app.update({ where: { id: appId }, data: { operatorTags: tags } });
  }
}
