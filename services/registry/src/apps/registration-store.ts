import {
  isUniqueViolation,
  type Statement,
  type Statements,
  type StatementValue,
} from '@app-platform/service-kit/database';
import { AUDIT_VALUES, auditInsert, auditValues } from '../audit/audit-insert.ts';
import type { AuditEvent } from '../audit/audit-store.ts';
import type { AddedVersion, NewApp, NewVersion, RegisteredApp } from './app-version.ts';

/** What a registration must know of what is there. */
export type RegistrationQuery = {
  /** The names that the app may go by. */
  names: string[];
  precedence: string;
  /** Of an app that would be new. */
  identifier: string;
};

export type RegistrationFindings = {
  apps: RegisteredApp[];
  /** The organization whose public app holds the identifier. */
  identifierOwner: string | null;
};

/** Somebody else's registration came in between what was found and what was to be added. */
export class Overtaken extends Error {}

type Found = { app: RegisteredApp | null; identifierOwner: string | null };
type FoundRow = { found: Found };

/**
 * One value in each row: a driver takes more time for a column than `JSON.parse` does. `OFFSET 0`
 * and the count keep each record looked up by its key, with or without statistics of the tables.
 */
const found = (names: string, precedence: string, identifier: string) => `
  SELECT a.id AS app_id, holder.organization_id AS owner_id, json_build_object(
    'identifierOwner', holder.organization_id,
    'app', CASE WHEN a.id IS NOT NULL THEN json_build_object(
      'appId', a.id::text, 'name', a.name, 'organizationId', a.organization_id,
      'visibility', a.visibility, 'identifier', a.identifier, 'clientId', a.client_id,
      'highestVersion', a.highest_version, 'title', a.title, 'redirectUris', v.redirect_uris,
      'hasVersion', (SELECT count(*) > 0 FROM app_version same
                     WHERE same.app_id = a.id AND same.precedence = ${precedence})) END) AS found
  FROM (SELECT) AS always
  LEFT JOIN public_identifier holder ON holder.identifier = ${identifier}
  LEFT JOIN (
    unnest(${names}::text[]) AS possible (name)
    CROSS JOIN LATERAL (SELECT * FROM app WHERE app.name = possible.name OFFSET 0) a
  ) ON true
  LEFT JOIN LATERAL (
    SELECT redirect_uris FROM app_version WHERE id = a.latest_version_id OFFSET 0) v ON true`;

const FIND: Statement = {
  name: 'find-for-registration',
  text: `SELECT found FROM (${found('$1', '$2', '$3')}) AS one`,
};

const VERSION_VALUES = 10;
const FIRST_AUDIT_VALUE = VERSION_VALUES + 1;
const FIRST_APP_VALUE = FIRST_AUDIT_VALUE + AUDIT_VALUES;

/** @param app where a row with `version_id` and `app_id` is for the app to add to */
function versionInserts(app: string): string {
  return `
    version AS (
      INSERT INTO app_version (id, app_id, version, precedence, definition, title, description,
                               tags, dependencies, redirect_uris, defects)
      SELECT version_id, app_id, $1, $2, $3::json, $4, $5, $6::text[], $7::text[], $8::text[], $9::json
      FROM ${app} RETURNING id, created_at
    ), attributes AS (
      INSERT INTO attribute (app_version_id, klass, name, display_name, example)
      SELECT version.id, added.klass, added.name, added."displayName", added.example
      FROM version, json_to_recordset($10::json)
        AS added (klass text, name text, "displayName" text, example text)
    ), audit AS (${auditInsert(FIRST_AUDIT_VALUE, 'version')})`;
}

/** The n-th of the values that only this statement has. */
const appValue = (index: number) => `$${FIRST_APP_VALUE + index}`;

/**
 * Adds nothing where an app is found, or somebody else's identifier. The app's numbers are drawn
 * first, because no part of a statement sees the rows of another.
 */
const ADD_FIRST_VERSION: Statement = {
  name: 'add-first-version',
  text: `
    WITH found AS MATERIALIZED (${found(appValue(5), '$2', appValue(3))}
    ), numbers AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('app', 'id')) AS app_id,
             nextval(pg_get_serial_sequence('app_version', 'id')) AS version_id
      WHERE NOT EXISTS (SELECT FROM found WHERE app_id IS NOT NULL OR owner_id <> ${appValue(1)})
    ), claimed AS (
      INSERT INTO public_identifier (identifier, organization_id)
      SELECT ${appValue(3)}, ${appValue(1)} FROM numbers, found
      WHERE ${appValue(2)} = 'public' AND owner_id IS NULL
    ), app AS (
      INSERT INTO app (id, name, organization_id, visibility, identifier, client_id,
                       operator_tags, highest_version, latest_version_id)
      SELECT app_id, ${appValue(0)}, ${appValue(1)}, ${appValue(2)}, ${appValue(3)}, ${appValue(4)},
             '{}', $2, version_id
      FROM numbers
    ), ${versionInserts('numbers')}
    SELECT version.created_at AS "createdAt", CASE WHEN version.id IS NULL THEN found END AS found
    FROM found LEFT JOIN version ON true`,
};

/** Adds nothing where the app is not any more as it was found. */
const ADD_LATER_VERSION: Statement = {
  name: 'add-later-version',
  text: `
    WITH app AS (
      UPDATE app SET highest_version = $2,
        latest_version_id = nextval(pg_get_serial_sequence('app_version', 'id'))
      WHERE id = ${appValue(0)}::bigint AND highest_version = ${appValue(1)} AND title = ${appValue(2)}
      RETURNING id AS app_id, latest_version_id AS version_id, operator_tags
    ), ${versionInserts('app')}
    SELECT version.created_at AS "createdAt", app.operator_tags AS "operatorTags"
    FROM version, app`,
};

/** Registrations, by the driver: an app's first version takes one statement, a later one two. */
export class RegistrationStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async find({ names, precedence, identifier }: RegistrationQuery): Promise<RegistrationFindings> {
    const values = [names, precedence, identifier];
    return findings(await this.#statements.rows<FoundRow>(FIND, values));
  }

  /**
   * Adds an app with its first version, its attributes and the audit row: all of it, or nothing.
   * @param names that no app may have
   * @returns what stands in the way, where something does
   * @throws Overtaken where its name or identifier was taken meanwhile
   */
  async addFirst(
    app: NewApp,
    names: string[],
    version: NewVersion,
    event: AuditEvent,
  ): Promise<AddedVersion | RegistrationFindings> {
    const { name, organizationId, visibility, identifier, clientId } = app;
    const ofApp = [name, organizationId, visibility, identifier, clientId, names];
    const values = [...versionValues(version), ...auditValues(event), ...ofApp];
    const rows = await this.#add<FoundRow & { createdAt: Date | null }>(ADD_FIRST_VERSION, values);
    const createdAt = rows[0]?.createdAt;
    return createdAt ? { createdAt, operatorTags: [] } : findings(rows);
  }

  /**
   * Adds a version to an app, likewise.
   * @throws Overtaken where the app has another highest version, or another title, by now
   */
  async addLater(
    app: RegisteredApp,
    version: NewVersion,
    event: AuditEvent,
  ): Promise<AddedVersion> {
    const ofApp = [app.appId, app.highestVersion, app.title];
    const values = [...versionValues(version), ...auditValues(event), ...ofApp];
    const [added] = await this.#add<AddedVersion>(ADD_LATER_VERSION, values);
    if (added) return added;
    throw new Overtaken('the app has another version meanwhile');
  }

  async #add<Row>(statement: Statement, values: StatementValue[]): Promise<Row[]> {
    try {
      return await this.#statements.rows<Row>(statement, values);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new Overtaken('a name was taken meanwhile', { cause: error });
    }
  }
}

function findings(rows: FoundRow[]): RegistrationFindings {
  const apps = rows.flatMap(({ found: { app } }) => (app ? [app] : []));
  return { apps, identifierOwner: rows[0]?.found.identifierOwner ?? null };
}

function versionValues(version: NewVersion): StatementValue[] {
  return [
    version.version,
    version.precedence,
    version.definitionText,
    version.title,
    version.description,
    version.tags,
    version.dependencies,
    version.redirectUris,
    JSON.stringify(version.defects),
    JSON.stringify(version.attributes),
  ];
}
