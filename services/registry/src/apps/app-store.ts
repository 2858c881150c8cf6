import type { Warning } from '@app-platform/contracts';
import {
  defineStatement,
  type Page,
  type PageOf,
  type Statements,
} from '@app-platform/runtime/database';
import { versionOrder } from '../database/expressions.ts';

/** A version's deprecation and yank; null for none. */
export type Withdrawal = {
  deprecatedAt: Date | null;
  deprecationMessage: string | null;
  successor: string | null;
  yankedAt: Date | null;
  yankReason: string | null;
};

/** The columns of a version `v`, and their types. */
export const withdrawalColumns = `
  v.deprecated_at AS "deprecatedAt", v.deprecation_message AS "deprecationMessage", v.successor,
  v.yanked_at AS "yankedAt", v.yank_reason AS "yankReason"`;

export const withdrawalRow = {
  deprecatedAt: 'timestamptz?',
  deprecationMessage: 'text?',
  successor: 'text?',
  yankedAt: 'timestamptz?',
  yankReason: 'text?',
} as const;

/** The fields that all versions of an app share. */
export type App = {
  appId: bigint;
  /** For a private app `<app>_<orgId>`. */
  name: string;
  /** The organization that first registered it. */
  organizationId: string;
  visibility: 'private' | 'public';
  identifier: string;
  clientId: string;
};

/** The fields that a new version inherits where its definition omits them. */
export type InheritedFields = {
  title: string;
  redirectUris: string[];
  /** The roles that the app may request; null where no definition says. */
  roles: string[] | null;
};

/** The columns that the directory lists of an app's current version. */
export type DirectoryColumns = {
  title: string;
  description: string;
  iconUrl: string | null;
  developer: string | null;
};

/** A locked app, with fields of its current version. */
export type LockedApp = Omit<App, 'visibility'> & {
  /** `draft`: it has no version: a draft alone, or all were unpublished. */
  visibility: App['visibility'] | 'draft';
} & Blocking &
  InheritedFields & {
    /** The current version: the highest release, or the highest version where there is no release. */
    version: string;
    /** Ever used, without build metadata. Empty for an app that never had one. */
    highestVersion: string;
    /** Of the current version and of the operator. */
    tags: string[];
    /** Tags that only the operator sets. */
    operatorTags: string[];
  };

/** Since when the operator blocks an app, and why; null for one that is not blocked. */
export type Blocking = { blockedAt: Date | null; blockedReason: string | null };

/** The columns from which the record of a version is made. */
export type RecordedVersion = {
  name: string;
  version: string;
  /** As registered, and updated by PATCH since. */
  definitionText: string;
  /** JSON of the fields that the record shows beside those of the definition. */
  addedFields: string;
  operatorTags: readonly string[];
  createdAt: Date;
  updatedAt: Date;
} & Blocking &
  Withdrawal;

export type AppVersion = RecordedVersion & {
  appId: bigint;
  versionId: bigint;
  organizationId: string;
  visibility: 'private' | 'public';
  title: string;
  dependencies: string[];
  /** Warnings of components that cannot work. */
  defects: Warning[];
};

/** A version as an organization finds it. */
export type FoundVersion = AppVersion & {
  organizationName: string;
  organizationVerified: boolean;
};

/** An app that a name may mean, with the requested version. */
export type NamedApp = {
  name: string;
  /** `draft`: it has no version: a draft alone, or all were unpublished. */
  visibility: 'private' | 'public' | 'draft';
  currentVersion: string;
  /** Left out where the app has no such version. */
  version?: FoundVersion;
};

/** An app's searchable text, from expressions for its name, title and description. */
export const searchText = (name: string, title: string, description: string) =>
  `lower(concat_ws(E'\\n', ${name}, ${title}, ${description}))`;

const versionColumns = `
  a.id AS "appId", a.name, a.organization_id AS "organizationId", a.visibility,
  a.operator_tags AS "operatorTags", a.blocked_at AS "blockedAt",
  a.blocked_reason AS "blockedReason",
  v.id AS "versionId", v.version, v.definition::text AS "definitionText",
  v.added_fields::text AS "addedFields", v.title, v.dependencies, v.defects,
  v.created_at AS "createdAt", v.updated_at AS "updatedAt", ${withdrawalColumns}`;

/** The definition comes as text: see `parseJson` for why the driver must not parse it. */
const versionRow = {
  appId: 'int8',
  name: 'text',
  organizationId: 'text',
  visibility: 'text',
  operatorTags: 'text[]',
  blockedAt: 'timestamptz?',
  blockedReason: 'text?',
  versionId: 'int8',
  version: 'text',
  definitionText: 'text',
  addedFields: 'text',
  title: 'text',
  dependencies: 'text[]',
  defects: 'json',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  ...withdrawalRow,
} as const;

/** `FOR NO KEY UPDATE` in a subquery: each name is looked up by the index, and its row locked. */
const LOCK_APPS = defineStatement({
  name: 'lock-apps',
  text: `
    SELECT a.id AS "appId", a.name, a.organization_id AS "organizationId", a.visibility,
      a.identifier, a.client_id AS "clientId", a.version, a.highest_version AS "highestVersion",
      a.title, a.redirect_uris AS "redirectUris", a.roles, a.tags,
      a.operator_tags AS "operatorTags", a.blocked_at AS "blockedAt",
      a.blocked_reason AS "blockedReason"
    FROM unnest($1::text[]) AS possible (name)
    CROSS JOIN LATERAL (SELECT * FROM app WHERE app.name = possible.name FOR NO KEY UPDATE) a`,
  parameters: { names: 'text[]' },
  row: {
    appId: 'int8',
    name: 'text',
    organizationId: 'text',
    visibility: 'text',
    identifier: 'text',
    clientId: 'text',
    version: 'text',
    highestVersion: 'text',
    title: 'text',
    redirectUris: 'text[]',
    roles: 'text[]?',
    tags: 'text[]',
    operatorTags: 'text[]',
    blockedAt: 'timestamptz?',
    blockedReason: 'text?',
  },
});

/**
 * `OFFSET 0` keeps app and version looked up by their keys, with or without statistics, and so does
 * computing the precedence beside the app: the current version without build metadata.
 */
const FIND_NAMED_APPS = defineStatement({
  name: 'find-named-apps',
  text: `
    SELECT ${versionColumns}, a.version AS "currentVersion", o.name AS "organizationName",
      o.verified AS "organizationVerified"
    FROM (VALUES ($2::text), ($3::text)) AS possible (name)
    CROSS JOIN LATERAL (
      SELECT *, coalesce($4, split_part(version, '+', 1)) AS precedence FROM app
      WHERE app.name = possible.name AND (visibility = 'public' OR organization_id = $1)
      OFFSET 0) a
    CROSS JOIN LATERAL (
      SELECT name, verified FROM organization WHERE id = a.organization_id OFFSET 0) o
    LEFT JOIN LATERAL (
      SELECT * FROM app_version WHERE app_id = a.id AND precedence = a.precedence
      OFFSET 0) v ON true`,
  parameters: {
    organizationId: 'text',
    name: 'text?',
    privateName: 'text?',
    precedence: 'text?',
  },
  row: {
    ...versionRow,
    versionId: 'int8?',
    currentVersion: 'text',
    organizationName: 'text',
    organizationVerified: 'bool',
  },
});

/** With the app as a parameter, because a draft is a version of no app. */
const FIND_VERSION_BY_ID = defineStatement({
  name: 'find-version-by-id',
  text: `
    SELECT ${versionColumns} FROM app a CROSS JOIN app_version v WHERE a.id = $1 AND v.id = $2`,
  parameters: { appId: 'int8', versionId: 'int8' },
  row: versionRow,
});

const FIND_DEFINITION_TEXT = defineStatement({
  name: 'find-definition-text',
  text: `
    SELECT v.definition::text AS "definitionText"
    FROM app a JOIN app_version v
      ON v.app_id = a.id AND v.precedence = coalesce($2, split_part(a.version, '+', 1))
    WHERE a.name = $1`,
  parameters: { name: 'text', precedence: 'text?' },
  row: { definitionText: 'text' },
});

/** The most bytes of definitions on a page of versions: a hundred of them could be 100 MiB. */
const MOST_PAGE_BYTES = 4_194_304;

/** Versions are measured before they are read. Redirect URIs may be among the added fields. */
const LIST_VERSIONS = defineStatement({
  name: 'list-versions',
  text: `
    WITH ahead AS MATERIALIZED (
      SELECT v.id, ${versionOrder('v.precedence')} AS place_of_version,
        octet_length(v.definition::text) + octet_length(v.added_fields::text) AS bytes
      FROM app a JOIN app_version v ON v.app_id = a.id
      WHERE a.name = $2 AND (a.visibility = 'public' OR a.organization_id = $1)
        AND ($3::text IS NULL OR ${versionOrder('v.precedence')} < ${versionOrder('$3::text')})
      ORDER BY ${versionOrder('v.precedence')} DESC LIMIT $4::int + 1
    ), measured AS (
      SELECT id, row_number() OVER from_first AS place, sum(bytes) OVER from_first AS total
      FROM ahead WINDOW from_first AS (ORDER BY place_of_version DESC)
    ), page AS (
      SELECT id, place FROM measured
      WHERE place = 1 OR (place <= $4::int AND total <= ${MOST_PAGE_BYTES})
    )
    SELECT ${versionColumns}, v.precedence, (SELECT count(*) FROM ahead) > count(*) OVER () AS "isFollowed"
    FROM page JOIN app_version v ON v.id = page.id JOIN app a ON a.id = v.app_id
    ORDER BY page.place`,
  parameters: { organizationId: 'text', name: 'text', before: 'text?', size: 'int4' },
  row: { ...versionRow, precedence: 'text', isFollowed: 'bool' },
});

/** Apps and their versions. Statements with an organization decide whether it may see them. */
export class AppStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Finds apps by name and makes other changes of them wait until this transaction ends. */
  async lock(names: string[]): Promise<LockedApp[]> {
    return (await this.#statements.rows(LOCK_APPS, { names })) as LockedApp[];
  }

  /**
   * The apps of these names that the organization may see: its own and public ones.
   * @param precedence a version without build metadata; the current version where it is left out
   */
  async findNamed(
    organizationId: string,
    names: { name: string | null; privateName: string | null },
    precedence: string | null = null,
  ): Promise<NamedApp[]> {
    const values = { organizationId, ...names, precedence };
    const rows = await this.#statements.rows(FIND_NAMED_APPS, values);
    return rows.map(({ currentVersion, ...row }) => {
      const visibility = row.visibility as NamedApp['visibility'];
      const app = { name: row.name, visibility, currentVersion };
      return row.versionId === null ? app : { ...app, version: row as FoundVersion };
    });
  }

  /** A version of the app of exactly this name, as {@link findNamed} finds it. */
  async findVersion(
    organizationId: string,
    name: string,
    precedence: string | null = null,
  ): Promise<FoundVersion | undefined> {
    const names = { name, privateName: null };
    return (await this.findNamed(organizationId, names, precedence))[0]?.version;
  }

  /** A version of an app, or its draft. Does not check who may see it. */
  async findVersionById(appId: bigint, versionId: bigint): Promise<AppVersion | undefined> {
    const [found] = await this.#statements.rows(FIND_VERSION_BY_ID, { appId, versionId });
    return found as AppVersion | undefined;
  }

  /** The definition of a version. Does not check who may see it. @param precedence as for `findVersion` */
  async findDefinitionText(
    name: string,
    precedence: string | null = null,
  ): Promise<string | undefined> {
    const [row] = await this.#statements.rows(FIND_DEFINITION_TEXT, { name, precedence });
    return row?.definitionText;
  }

  /** An app's versions, the highest first; `page.after` is a version without build metadata. */
  async listVersions(
    organizationId: string,
    name: string,
    { after, size }: Page,
  ): Promise<PageOf<RecordedVersion>> {
    const values = { organizationId, name, before: after ?? null, size };
    const entries = await this.#statements.rows(LIST_VERSIONS, values);
    const last = entries.at(-1);
    return { entries, next: last?.isFollowed ? last.precedence : null };
  }
}
