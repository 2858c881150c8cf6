import type { AppLimit, ClientRecord, RoleCeilings } from '@app-platform/contracts';
import { defineStatement, type Statements } from '@app-platform/runtime/database';
import type { Static } from '@sinclair/typebox';
import { allowedByPolicy, installedSince } from '../database/expressions.ts';
import { limitColumns, limitOf, limitRow } from '../installations/limit-store.ts';

/** The current version's are in a column. Those of another version are in its definition. */
const redirectUrisOfVersion = `
  CASE WHEN v.version = a.version THEN a.redirect_uris ELSE ARRAY(
    SELECT json_array_elements_text(
      coalesce(v.definition->'redirectUris', v.added_fields->'redirectUris', '[]'))) END`;

/** Less than the OAuth service reads of an answer. */
const MAX_REDIRECT_URI_CHARACTERS = 800_000;

/** The redirect URIs of every installed version, the latest version first. */
const redirectUrisOfInstalledVersions = `
  ARRAY(
    SELECT uri FROM (
      SELECT u.uri, sum(length(u.uri)) OVER (ORDER BY max(v.id) DESC, u.uri) AS characters
      FROM (
        SELECT * FROM app_version WHERE app_id = a.id
        UNION ALL
        SELECT drafted.* FROM draft JOIN app_version drafted ON drafted.id = draft.app_version_id
        WHERE draft.app_id = a.id
      ) AS v CROSS JOIN LATERAL unnest(${redirectUrisOfVersion}) AS u (uri)
      WHERE EXISTS (SELECT 1 FROM installation WHERE app_version_id = v.id)
      GROUP BY u.uri) AS counted
    WHERE characters <= ${MAX_REDIRECT_URI_CHARACTERS})`;

const FIND_CLIENT = defineStatement({
  name: 'find-client',
  text: `
    SELECT a.client_id AS "clientId", a.name AS app, a.title, a.icon_url AS "iconUrl", a.developer,
      CASE WHEN v.id IS NOT NULL THEN ${redirectUrisOfVersion}
        WHEN $2::text IS NULL AND EXISTS (SELECT 1 FROM installation WHERE app_id = a.id)
          THEN ${redirectUrisOfInstalledVersions}
        ELSE a.redirect_uris END AS "redirectUris", a.roles, a.organization_id AS "organizationId", a.visibility,
      EXISTS (SELECT 1 FROM client_secret s
              WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > $3)) AS "hasSecret",
      EXISTS (SELECT 1 FROM installation WHERE app_id = a.id) AS installed,
      a.blocked_reason AS "blockedReason",
      CASE WHEN o.suspended_at IS NULL AND ${allowedByPolicy('o.id')}
        THEN ${installedSince} END AS "installedSince",
      i.installed_at IS NOT NULL AND NOT (${allowedByPolicy('o.id')}) AS "refusedByPolicy",
      i.declared_roles AS declared, i.roles AS allowed, ${limitColumns}, o.name AS "organizationName",
      o.suspended_reason AS "suspendedReason",
      owner.name AS "ownerName", owner.verified AS "ownerVerified"
    FROM app a
    JOIN organization owner ON owner.id = a.organization_id
    LEFT JOIN organization o ON o.id = $2
    LEFT JOIN installation i ON i.app_id = a.id AND i.organization_id = o.id
    LEFT JOIN app_version v ON v.id = i.app_version_id
    WHERE a.client_id = $1`,
  parameters: { clientId: 'text', organizationId: 'text?', at: 'timestamptz' },
  row: {
    clientId: 'text',
    app: 'text',
    title: 'text',
    iconUrl: 'text?',
    developer: 'text?',
    redirectUris: 'text[]',
    roles: 'text[]?',
    organizationId: 'text',
    visibility: 'text',
    hasSecret: 'bool',
    installed: 'bool',
    blockedReason: 'text?',
    installedSince: 'timestamptz?',
    refusedByPolicy: 'bool',
    declared: 'text[]?',
    allowed: 'text[]?',
    ...limitRow,
    organizationName: 'text?',
    suspendedReason: 'text?',
    ownerName: 'text',
    ownerVerified: 'bool',
  },
});

const FIND_CLIENT_IDS = defineStatement({
  name: 'find-client-ids',
  text: `
    SELECT client_id AS "clientId" FROM app
    WHERE name IN ($1, $1 || '_' || $2) AND (visibility = 'public' OR organization_id = $2)`,
  parameters: { app: 'text', organizationId: 'text' },
  row: { clientId: 'text' },
});

const FIND_SECRETS = defineStatement({
  name: 'find-secrets',
  text: `
    SELECT s.digest FROM app a JOIN client_secret s ON s.app_id = a.id
    WHERE a.client_id = $1 AND (s.expires_at IS NULL OR s.expires_at > $2)`,
  parameters: { clientId: 'text', at: 'timestamptz' },
  row: { digest: 'bytea' },
});

/** `OFFSET 0` keeps each app and installation looked up by its key, with or without statistics. */
const FIND_FOR_TOKEN_REQUESTS = defineStatement({
  name: 'find-for-token-requests',
  text: `
    SELECT asked.place::int AS place, ${installedSince} AS "installedSince",
      CASE WHEN v.version = a.version THEN ARRAY(
        SELECT uri FROM unnest(a.redirect_uris) AS u (uri) WHERE length(uri) <= 1000 LIMIT 10)
      END AS "redirectUris",
      i.declared_roles AS declared, i.roles AS allowed, ${limitColumns},
      a.name AS app, a.organization_id AS "ownerId",
      ARRAY(SELECT encode(s.digest, 'base64') FROM client_secret s
            WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > $3)
            ORDER BY s.id) AS secrets,
      ARRAY(SELECT coalesce(to_char(s.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')
            FROM client_secret s
            WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > $3)
            ORDER BY s.id) AS "secretsEndAt"
    FROM unnest($1::text[], $2::text[])
      WITH ORDINALITY AS asked (client_id, organization_id, place)
    CROSS JOIN LATERAL (
      SELECT id, name, organization_id, version, redirect_uris, blocked_at, unblocked_at FROM app
      WHERE client_id = asked.client_id OFFSET 0) a
    LEFT JOIN LATERAL (
      SELECT installed_at, app_version_id, declared_roles, roles, limited_users, limited_roles
      FROM installation
      WHERE app_id = a.id AND organization_id = asked.organization_id::char(24) AND NOT (
        SELECT suspended_at IS NOT NULL FROM organization
        WHERE id = asked.organization_id::char(24))
        AND ${allowedByPolicy('asked.organization_id::char(24)')}
      OFFSET 0) i ON true
    LEFT JOIN LATERAL (
      SELECT version FROM app_version WHERE id = i.app_version_id OFFSET 0) v ON true`,
  parameters: { clientIds: 'text[]', organizationIds: 'text[]', at: 'timestamptz' },
  row: {
    place: 'int4',
    app: 'text',
    ownerId: 'text',
    installedSince: 'timestamptz?',
    redirectUris: 'text[]?',
    declared: 'text[]?',
    allowed: 'text[]?',
    ...limitRow,
    secrets: 'text[]',
    secretsEndAt: 'text[]',
  },
});

/** The facts on which a plain token request depends. */
export type TokenRequestFacts = {
  /** The app's name. */
  app: string;
  /** The organization that registered it. */
  ownerId: string;
  installedSince: Date | null;
  redirectUris: string[] | null;
  ceilings: RoleCeilings;
  limit: AppLimit | null;
  /** Digests in base64. */
  secrets: { digest: string; expiresAt: string | null }[];
};

/** Reads for token requests, each in one statement: they are the most frequent requests. */
export class ClientStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * @param organizationId whose installation is read too, unless it is left out
   * @param at when a secret must be valid to count
   */
  async find(
    clientId: string,
    organizationId: string | undefined,
    at: Date,
  ): Promise<Static<typeof ClientRecord> | undefined> {
    const values = { clientId, organizationId: organizationId ?? null, at };
    const [row] = await this.#statements.rows(FIND_CLIENT, values);
    if (!row) return undefined;
    const { ownerName, ownerVerified, declared, allowed, limitedUsers, limitedRoles, ...client } =
      row;
    return {
      ...client,
      // An app that has a draft alone is its organization's.
      visibility: row.visibility === 'public' ? 'public' : 'private',
      owner: { name: ownerName, verified: ownerVerified },
      installedSince: row.installedSince?.toISOString() ?? null,
      ceilings: { declared, allowed },
      limit: limitOf({ limitedUsers, limitedRoles }),
    };
  }

  /** The client ids of the apps that a name means in an organization: two for an ambiguous name. */
  async findIds(app: string, organizationId: string): Promise<string[]> {
    const rows = await this.#statements.rows(FIND_CLIENT_IDS, { app, organizationId });
    return rows.map(({ clientId }) => clientId);
  }

  /** The digests of a client's secrets that are valid at a time; none for an unknown client. */
  async secretDigests(clientId: string, at: Date): Promise<Uint8Array[]> {
    const rows = await this.#statements.rows(FIND_SECRETS, { clientId, at });
    return rows.map(({ digest }) => digest);
  }

  /**
   * Since when organizations have clients' apps installed, and the digests of their valid secrets.
   * @returns in the order of the questions; undefined for an unknown client
   */
  async findForTokenRequests(
    asked: readonly { clientId: string; organizationId: string }[],
    at: Date,
  ): Promise<(TokenRequestFacts | undefined)[]> {
    const rows = await this.#statements.rows(FIND_FOR_TOKEN_REQUESTS, {
      clientIds: asked.map(({ clientId }) => clientId),
      organizationIds: asked.map(({ organizationId }) => organizationId),
      at,
    });
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => {
      const row = byPlace.get(index + 1);
      if (!row) return undefined;
      const { app, ownerId, installedSince: since, redirectUris, declared, allowed } = row;
      const ceilings = { declared, allowed };
      const secrets = row.secrets.map((digest, place) => ({
        digest,
        expiresAt: row.secretsEndAt[place] || null,
      }));
      const limit = limitOf(row);
      return { app, ownerId, installedSince: since, redirectUris, ceilings, limit, secrets };
    });
  }
}
