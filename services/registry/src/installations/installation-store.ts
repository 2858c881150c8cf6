import type { DatabaseClient } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';
import type { Page } from '../page.ts';

/** An app that an organization has installed. */
export type Installation = {
  appId: bigint;
  clientId: string;
  name: string;
  title: string;
  version: string;
  /** The app's highest version, which an upgrade would install. */
  latestVersion: string;
  visibility: 'private' | 'public';
  dependencies: string[];
  installedAt: Date;
  updatedAt: Date;
};

const selectInstallations = Prisma.sql`
  SELECT a.id AS "appId", a.client_id AS "clientId", a.name, v.title, v.version, latest.version AS "latestVersion",
         a.visibility, v.dependencies, i.installed_at AS "installedAt", i.updated_at AS "updatedAt"
  FROM installation i JOIN app a ON a.id = i.app_id JOIN app_version v ON v.id = i.app_version_id
  JOIN app_version latest ON latest.id = a.latest_version_id`;

export class InstallationStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /** By name; all of them where no page is asked for. */
  list(organizationId: string, page?: Page): Promise<Installation[]> {
    const after = page?.after ? Prisma.sql`AND a.name > ${page.after}` : Prisma.empty;
    const limit = page ? Prisma.sql`LIMIT ${page.size + 1}` : Prisma.empty;
    return this.#client.$queryRaw<Installation[]>`
      ${selectInstallations} WHERE i.organization_id = ${organizationId} ${after}
      ORDER BY a.name ${limit}`;
  }

  async find(organizationId: string, appId: bigint): Promise<Installation | undefined> {
    const rows = await this.#client.$queryRaw<Installation[]>`
      ${selectInstallations} WHERE i.organization_id = ${organizationId} AND i.app_id = ${appId}`;
    return rows[0];
  }

  /** Installs a version, in place of another version of the app where there is one. */
  async put(
    organizationId: string,
    version: { appId: bigint; versionId: bigint },
    at: Date,
  ): Promise<void> {
    const { appId, versionId: appVersionId } = version;
    await this.#client.installation.upsert({
      where: { organizationId_appId: { organizationId, appId } },
      create: { organizationId, appId, appVersionId, installedAt: at, updatedAt: at },
      update: { appVersionId, updatedAt: at },
    });
  }

  async remove(organizationId: string, appId: bigint): Promise<void> {
    await this.#client.installation.deleteMany({ where: { organizationId, appId } });
  }
}
