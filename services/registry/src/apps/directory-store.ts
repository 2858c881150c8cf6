import type { DatabaseClient } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';
import type { Page } from '../page.ts';

/** An app as the directory lists it: its highest version, without the parts that make it work. */
export type DirectoryEntry = {
  name: string;
  version: string;
  visibility: 'private' | 'public';
  title: string;
  description: string;
  iconUrl: string | null;
  developer: string | null;
  tags: string[];
  clientId: string;
  identifier: string;
  installedVersion: string | null;
};

export type DirectoryQuery = {
  /** Part of the name, title or description, in any case. */
  text?: string;
  tag?: string;
  page: Page;
};

export class DirectoryStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /** The organization's private apps and all public ones, by name. */
  search(organizationId: string, { text, tag, page }: DirectoryQuery): Promise<DirectoryEntry[]> {
    const pattern = text && `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const byText = pattern
      ? Prisma.sql`AND (a.name ILIKE ${pattern} OR v.title ILIKE ${pattern} OR v.description ILIKE ${pattern})`
      : Prisma.empty;
    const byTag = tag
      ? Prisma.sql`AND (${tag} = ANY(v.tags) OR ${tag} = ANY(a.operator_tags))`
      : Prisma.empty;
    const after = page.after ? Prisma.sql`AND a.name > ${page.after}` : Prisma.empty;
    return this.#client.$queryRaw<DirectoryEntry[]>`
      SELECT a.name, v.version, a.visibility, v.title, v.description,
             v.definition->>'iconUrl' AS "iconUrl",
             v.definition#>>'{appDetails,appDeveloper,name}' AS developer,
             v.tags || a.operator_tags AS tags, a.client_id AS "clientId", a.identifier,
             installed.version AS "installedVersion"
      FROM app a JOIN app_version v ON v.id = a.latest_version_id
      LEFT JOIN installation i ON i.app_id = a.id AND i.organization_id = ${organizationId}
      LEFT JOIN app_version installed ON installed.id = i.app_version_id
      WHERE (a.visibility = 'public' OR a.organization_id = ${organizationId})
      ${byText} ${byTag} ${after}
      ORDER BY a.name LIMIT ${page.size + 1}`;
  }
}
