import type { AppDefinition } from '@app-platform/contracts';
import { parseJson } from '@app-platform/service-kit';
import type { DatabaseClient } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';
import type { Page } from '../page.ts';
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

  /** An app's versions, the highest first; `page.after` is a version's id. */
  async listVersions(organizationId: string, name: string, page: Page): Promise<AppVersion[]> {
    const after = page.after ? Prisma.sql`AND v.id < ${BigInt(page.after)}` : Prisma.empty;
    const rows = await this.#client.$queryRaw<AppVersionRow[]>`
      SELECT ${versionColumns} FROM app a JOIN app_version v ON v.app_id = a.id
      WHERE a.name = ${name} AND (a.visibility = 'public' OR a.organization_id = ${organizationId})
      ${after} ORDER BY v.id DESC LIMIT ${page.size + 1}`;
    return rows.map(appVersion);
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
