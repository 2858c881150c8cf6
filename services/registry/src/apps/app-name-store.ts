import { privateName } from '@app-platform/app-definition';
import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { versionOrder } from '../database/expressions.ts';
import type { AppStore } from './app-store.ts';

export type AppStores = { apps: AppStore; appNames: AppNameStore };

/** An app that an ambiguous name may mean. */
export type DescribedApp = {
  name: string;
  visibility: string;
  title: string;
  organization: { id: string; name: string };
};

/** The app under the name of a dependency. */
export type DependencyCandidate = {
  /** The installable versions without build metadata, the highest first; empty where the organization sees no such app. */
  versions: string[];
  /** The organization's private app of this short name. */
  privateName: string | null;
};

/** The versions of an app among which one is chosen: its number of versions is unlimited. */
const MOST_VERSIONS = 500;

const DESCRIBE_NAMED_APPS = defineStatement({
  name: 'describe-named-apps',
  text: `
    SELECT a.name, a.visibility, a.title, o.id AS "organizationId", o.name AS "organizationName"
    FROM unnest($1::text[]) AS asked (name)
    CROSS JOIN LATERAL (SELECT * FROM app WHERE app.name = asked.name OFFSET 0) a
    CROSS JOIN LATERAL (SELECT * FROM organization WHERE id = a.organization_id OFFSET 0) o`,
  parameters: { names: 'text[]' },
  row: {
    name: 'text',
    visibility: 'text',
    title: 'text',
    organizationId: 'text',
    organizationName: 'text',
  },
});

const LIST_CANDIDATES = defineStatement({
  name: 'list-candidates',
  text: `
    SELECT asked.name, own.name AS "privateName",
      ARRAY(SELECT precedence FROM app_version WHERE app_id = a.id AND yanked_at IS NULL
            ORDER BY ${versionOrder('precedence')} DESC LIMIT ${MOST_VERSIONS}) AS versions
    FROM unnest($2::text[], $3::text[]) AS asked (name, private_name)
    LEFT JOIN LATERAL (
      SELECT id FROM app
      WHERE app.name = asked.name
        AND (visibility = 'public' OR organization_id = $1 AND visibility <> 'draft')
      OFFSET 0) a ON true
    LEFT JOIN LATERAL (
      SELECT name FROM app WHERE app.name = asked.private_name AND app.name <> asked.name
      OFFSET 0) own ON true`,
  parameters: { organizationId: 'text', names: 'text[]', privateNames: 'text[]' },
  row: { name: 'text', privateName: 'text?', versions: 'text[]' },
});

const LIST_VISIBLE_NAMES = defineStatement({
  name: 'list-visible-names',
  text: `
    SELECT asked.name
    FROM unnest($2::text[]) AS asked (name)
    CROSS JOIN LATERAL (SELECT * FROM app WHERE app.name = asked.name OFFSET 0) a
    WHERE a.visibility = 'public' OR a.organization_id = $1 AND a.visibility <> 'draft'`,
  parameters: { organizationId: 'text', names: 'text[]' },
  row: { name: 'text' },
});

const FIND_CLIENT_ID = defineStatement({
  name: 'find-client-id-of-app',
  text: `
    SELECT client_id AS "clientId" FROM app
    WHERE name = $2 AND (visibility = 'public' OR organization_id = $1)`,
  parameters: { organizationId: 'text', name: 'text' },
  row: { clientId: 'text' },
});

const LIST_DEPENDENCIES = defineStatement({
  name: 'list-dependencies',
  text: `
    SELECT v.dependencies
    FROM app a JOIN app_version v ON v.app_id = a.id AND v.precedence = $3
    WHERE a.name = $2 AND (a.visibility = 'public' OR a.organization_id = $1)`,
  parameters: { organizationId: 'text', name: 'text', precedence: 'text' },
  row: { dependencies: 'text[]' },
});

/** Reads apps by name, for choices among apps or versions. */
export class AppNameStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** @returns undefined for an app that the organization does not see */
  async findClientId(organizationId: string, name: string): Promise<string | undefined> {
    const [found] = await this.#statements.rows(FIND_CLIENT_ID, { organizationId, name });
    return found?.clientId;
  }

  /** In the order of the names. Does not check who may see them. */
  async describe(names: string[]): Promise<DescribedApp[]> {
    const rows = await this.#statements.rows(DESCRIBE_NAMED_APPS, { names });
    return rows.map(({ organizationId: id, organizationName, ...app }) => ({
      ...app,
      organization: { id, name: organizationName },
    }));
  }

  /** The apps of exactly these names that the organization may see. */
  async candidates(
    organizationId: string,
    names: readonly string[],
  ): Promise<Map<string, DependencyCandidate>> {
    const rows = await this.#statements.rows(LIST_CANDIDATES, {
      organizationId,
      names,
      privateNames: names.map((name) => privateName(name, organizationId)),
    });
    return new Map(rows.map(({ name, ...candidate }) => [name, candidate]));
  }

  /** Which of these exact names belong to apps that the organization sees. */
  async visible(organizationId: string, names: string[]): Promise<Set<string>> {
    const rows = await this.#statements.rows(LIST_VISIBLE_NAMES, { organizationId, names });
    return new Set(rows.map(({ name }) => name));
  }

  /** The dependencies of a version; none where the organization may not see it. */
  async dependencies(organizationId: string, name: string, precedence: string): Promise<string[]> {
    const values = { organizationId, name, precedence };
    return (await this.#statements.rows(LIST_DEPENDENCIES, values))[0]?.dependencies ?? [];
  }
}
