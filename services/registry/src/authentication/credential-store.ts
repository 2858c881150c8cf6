import type { RoleCeilings } from '@app-platform/contracts';
import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { allowedByPolicy, installedSince } from '../database/expressions.ts';

/** Why the operator suspends an organization; null for one that is not suspended. */
export type Suspension = { suspendedReason: string | null };

/** The holder of an API key. */
export type KeyHolder = {
  /** The id of the API key. */
  id: string;
  organizationId: string;
  organizationName: string;
  roles: readonly string[];
} & Suspension;

/** The organization of an access token. */
export type CredentialOrganization = {
  organizationId: string;
  organizationName: string;
} & Suspension;

/** An installation by which access tokens are checked. */
export type InstalledClient = CredentialOrganization & {
  /** The app's name. */
  app: string;
  /** The organization that registered it: its deletion blocks the app. */
  ownerId: string;
  installedSince: Date;
  ceilings: RoleCeilings;
};

const FIND_KEY = defineStatement({
  name: 'find-api-key',
  text: `
    SELECT k.id::text AS id, k.organization_id AS "organizationId", o.name AS "organizationName",
           k.roles, o.suspended_reason AS "suspendedReason"
    FROM api_key k JOIN organization o ON o.id = k.organization_id
    WHERE k.digest = $1 AND k.revoked_at IS NULL`,
  parameters: { digest: 'bytea' },
  row: {
    id: 'text',
    organizationId: 'text',
    organizationName: 'text',
    roles: 'text[]',
    suspendedReason: 'text?',
  },
});

const FIND_INSTALLED_CLIENT = defineStatement({
  name: 'find-installed-client',
  text: `
    SELECT o.id AS "organizationId", o.name AS "organizationName", a.name AS app,
      a.organization_id AS "ownerId",
      ${installedSince} AS "installedSince", i.declared_roles AS declared, i.roles AS allowed,
      o.suspended_reason AS "suspendedReason"
    FROM app a JOIN installation i ON i.app_id = a.id JOIN organization o ON o.id = i.organization_id
    WHERE a.client_id = $1 AND i.organization_id = $2 AND a.blocked_at IS NULL
      AND ${allowedByPolicy('i.organization_id')}`,
  parameters: { clientId: 'text', organizationId: 'text' },
  row: {
    organizationId: 'text',
    organizationName: 'text',
    app: 'text',
    ownerId: 'text',
    installedSince: 'timestamptz',
    declared: 'text[]?',
    allowed: 'text[]?',
    suspendedReason: 'text?',
  },
});

const FIND_ORGANIZATION = defineStatement({
  name: 'find-credential-organization',
  text: `
    SELECT id AS "organizationId", name AS "organizationName",
      suspended_reason AS "suspendedReason"
    FROM organization WHERE id = $1`,
  parameters: { organizationId: 'text' },
  row: { organizationId: 'text', organizationName: 'text', suspendedReason: 'text?' },
});

/** Finds credentials, each with one statement: requests begin with it. */
export class CredentialStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The holder of the API key with this digest; undefined where it was revoked. */
  async findKey(digest: Uint8Array): Promise<KeyHolder | undefined> {
    const [row] = await this.#statements.rows(FIND_KEY, { digest });
    return row;
  }

  /** Since when an organization has the app of a client installed; undefined for a blocked app. */
  async findInstalledClient(
    clientId: string,
    organizationId: string,
  ): Promise<InstalledClient | undefined> {
    const [row] = await this.#statements.rows(FIND_INSTALLED_CLIENT, { clientId, organizationId });
    if (!row) return undefined;
    const { declared, allowed, ...installation } = row;
    return { ...installation, ceilings: { declared, allowed } };
  }

  async findOrganization(organizationId: string): Promise<CredentialOrganization | undefined> {
    return (await this.#statements.rows(FIND_ORGANIZATION, { organizationId }))[0];
  }
}
