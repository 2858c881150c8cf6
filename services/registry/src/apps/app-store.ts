import type { AppDefinition } from '@app-platform/contracts';
import { parseJson } from '@app-platform/service-kit';
import type { DatabaseClient } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';
import type { Page } from '../page.ts';
import type { AppVersion, LatestFields, LockedApp, NewApp, NewVersion } from './app-version.ts';

const versionColumns = Prisma.sql`
  a.id AS "appId", a.name, a.organization_id AS "organizationId", a.visibility, a.identifier,
  a.client_id AS "clientId", a.operator_tags AS "operatorTags",
  v.id AS "versionId", v.version, v.definition::text, v.title, v.redirect_uris AS "redirectUris",
  v.dependencies, v.defects, v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;

const lockedColumns = Prisma.sql`
  id AS "appId", name, organization_id AS "organizationId", visibility, identifier,
  client_id AS "clientId", operator_tags AS "operatorTags", highest_version AS "highestVersion"`;

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
  async lock(name: string): Promise<LockedApp | undefined> {
    const rows = await this.#client.$queryRaw<LockedApp[]>`
      SELECT ${lockedColumns} FROM app WHERE name = ${name} FOR NO KEY UPDATE`;
    return rows[0];
  }

  /** Creates an app, unless one of its name exists. The new app is locked by this transaction. */
  async create(app: NewApp): Promise<LockedApp | undefined> {
    const rows = await this.#client.$queryRaw<LockedApp[]>`
      INSERT INTO app (name, organization_id, visibility, identifier, client_id, operator_tags)
      VALUES (${app.name}, ${app.organizationId}, ${app.visibility}, ${app.identifier}, ${app.clientId}, '{}')
      ON CONFLICT (name) DO NOTHING RETURNING ${lockedColumns}`;
    return rows[0];
  }

  /** Which of some names are apps of the organization. */
  async ownedNames(organizationId: string, names: string[]): Promise<string[]> {
    const rows = await this.#client.app.findMany({
      where: { organizationId, name: { in: names } },
      select: { name: true },
    });
    return rows.map(({ name }) => name);
  }

  /** Takes an identifier for an organization's public apps; answers whose it is afterwards. */
  async claimIdentifier(identifier: string, organizationId: string): Promise<string> {
    await this.#client.$executeRaw`
      INSERT INTO public_identifier (identifier, organization_id)
      VALUES (${identifier}, ${organizationId}) ON CONFLICT DO NOTHING`;
    return (await this.identifierOwner(identifier)) ?? organizationId;
  }

  /** The organization whose public app holds an identifier. */
  async identifierOwner(identifier: string): Promise<string | undefined> {
    const row = await this.#client.publicIdentifier.findUnique({ where: { identifier } });
    return row?.organizationId;
  }

  /** What a new version takes over from the highest one where its definition is silent. */
  async latestFields(appId: bigint): Promise<LatestFields | undefined> {
    const rows = await this.#client.$queryRaw<LatestFields[]>`
      SELECT v.title, v.redirect_uris AS "redirectUris"
      FROM app a JOIN app_version v ON v.id = a.latest_version_id WHERE a.id = ${appId}`;
    return rows[0];
  }

  async hasVersion(appId: bigint, precedence: string): Promise<boolean> {
    const count = await this.#client.appVersion.count({ where: { appId, precedence } });
    return count > 0;
  }

  /** Adds a version, its attributes, and the app's pointer to it, in one statement. */
  async addVersion(version: NewVersion): Promise<Pick<AppVersion, 'versionId' | 'createdAt'>> {
    const { attributes } = version;
    const rows = await this.#client.$queryRaw<Pick<AppVersion, 'versionId' | 'createdAt'>[]>`
      WITH version AS (
        INSERT INTO app_version (app_id, version, precedence, definition, title, description,
                                 tags, dependencies, redirect_uris, defects)
        VALUES (${version.appId}, ${version.version}, ${version.precedence},
                ${JSON.stringify(version.definition)}::json, ${version.title}, ${version.description},
                ${version.tags}::text[], ${version.dependencies}::text[],
                ${version.redirectUris}::text[], ${JSON.stringify(version.defects)}::json)
        RETURNING id, created_at
      ), latest AS (
        UPDATE app SET latest_version_id = version.id, highest_version = ${version.precedence}
        FROM version WHERE app.id = ${version.appId}
      ), attributes AS (
        INSERT INTO attribute (app_version_id, klass, name, display_name, example)
        SELECT version.id, added.* FROM version, unnest(
          ${attributes.map(({ klass }) => klass)}::text[],
          ${attributes.map(({ name }) => name)}::text[],
          ${attributes.map(({ displayName }) => displayName)}::text[],
          ${attributes.map(({ example }) => example)}::text[]) AS added
      )
      SELECT id AS "versionId", created_at AS "createdAt" FROM version`;
    const row = rows[0];
    if (!row) throw new Error('the inserted version was not returned');
    return row;
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
