import {
  emailAddressPart,
  roles as platformRoles,
  rolesSatisfying,
  type UserRecord,
} from '@app-platform/contracts';
import { defineStatement, type RowOf } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

const row = {
  id: 'text',
  organizationId: 'text',
  email: 'text',
  name: 'text?',
  roles: 'text[]',
  hasPassword: 'bool',
  isUpstream: 'bool',
  createdAt: 'timestamptz',
  disabledAt: 'timestamptz?',
} as const;

const columns = `id, organization_id AS "organizationId", email, name, roles,
      password_hash IS NOT NULL AS "hasPassword", upstream_subject IS NOT NULL AS "isUpstream",
      created_at AS "createdAt", disabled_at AS "disabledAt"`;

const LIST_USERS = defineStatement({
  name: 'list-users',
  text: `
    SELECT ${columns} FROM account
    WHERE organization_id = $1 AND email > $2
      AND ($3::text IS NULL OR position($3 IN email) > 0 OR position(lower($4) IN lower(name)) > 0)
    ORDER BY email LIMIT $5::int4`,
  parameters: {
    organizationId: 'text',
    after: 'text',
    email: 'text?',
    name: 'text?',
    size: 'int4',
  },
  row,
});

const FIND_USER = defineStatement({
  name: 'find-user',
  text: `SELECT ${columns} FROM account WHERE id = $1::uuid`,
  parameters: { id: 'text' },
  row,
});

const FIND_USERS_BY_EMAIL = defineStatement({
  name: 'find-users-by-email',
  text: `SELECT ${columns} FROM account WHERE email = $1 ORDER BY created_at, id LIMIT $2::int4`,
  parameters: { email: 'text', size: 'int4' },
  row,
});

const FIND_USER_OF_ORGANIZATION = defineStatement({
  name: 'find-user-of-organization',
  text: `SELECT ${columns} FROM account WHERE organization_id = $1 AND email = $2`,
  parameters: { organizationId: 'text', email: 'text' },
  row,
});

/** In the order of their ids, so that two administrators who remove each other do not deadlock. */
const LOCK_ADMINISTRATORS = defineStatement({
  name: 'lock-administrators',
  text: `
    SELECT id::text AS id FROM account
    WHERE organization_id = $1 AND disabled_at IS NULL AND roles && $2::text[]
      AND (password_hash IS NOT NULL OR upstream_subject IS NOT NULL)
    ORDER BY account.id FOR UPDATE`,
  parameters: { organizationId: 'text', roles: 'text[]' },
  row: { id: 'text' },
});

const LIST_ADDRESSES_WITH_ROLE = defineStatement({
  name: 'list-addresses-with-role',
  text: `
    SELECT email FROM account
    WHERE organization_id = $1 AND disabled_at IS NULL AND roles && $2::text[]
      AND (password_hash IS NOT NULL OR upstream_subject IS NOT NULL) AND id <> $3::uuid
    ORDER BY email LIMIT $4::int4`,
  parameters: { organizationId: 'text', roles: 'text[]', except: 'text', size: 'int4' },
  row: { email: 'text' },
});

const LOCK_USER = defineStatement({
  name: 'lock-user',
  text: `SELECT ${columns} FROM account WHERE id = $1::uuid FOR UPDATE`,
  parameters: { id: 'text' },
  row,
});

const SET_ROLES = defineStatement({
  name: 'set-user-roles',
  text: `
    UPDATE account SET roles = $2::text[], roles_version = roles_version + $3::int4
    WHERE id = $1::uuid RETURNING roles_version AS "rolesVersion"`,
  parameters: { id: 'text', roles: 'text[]', removals: 'int4' },
  row: { rolesVersion: 'int4' },
});

const SET_PASSWORD = defineStatement({
  name: 'set-user-password',
  text: 'UPDATE account SET password_hash = $2 WHERE id = $1::uuid',
  parameters: { id: 'text', passwordHash: 'text' },
  row: {},
});

const SET_DISABLED = defineStatement({
  name: 'set-user-disabled',
  text: 'UPDATE account SET disabled_at = $2 WHERE id = $1::uuid',
  parameters: { id: 'text', disabledAt: 'timestamptz?' },
  row: {},
});

const END_SESSIONS = defineStatement({
  name: 'end-user-sessions',
  text: 'UPDATE account SET session_version = session_version + 1 WHERE id = $1::uuid',
  parameters: { id: 'text' },
  row: {},
});

const REMOVE_USER = defineStatement({
  name: 'remove-user',
  text: 'DELETE FROM account WHERE id = $1::uuid',
  parameters: { id: 'text' },
  row: {},
});

export type UserQuery = {
  organizationId: string;
  /** A part of the email address or of the name. */
  query?: string | undefined;
  /** The address that the page begins after. */
  after?: string | undefined;
  size: number;
};

export type UserStores = { users: UserStore };

/** The accounts as administrators see and change them. */
export class UserStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /** By email address. @returns one more than a page holds, where there is a next page */
  async list({ organizationId, query, after, size }: UserQuery): Promise<UserRecord[]> {
    const rows = await this.#database.statements.rows(LIST_USERS, {
      organizationId,
      after: after ?? '',
      email: query === undefined ? null : emailAddressPart(query),
      name: query?.trim().normalize('NFC') ?? null,
      size: size + 1,
    });
    return rows.map(userRecord);
  }

  async find(id: string): Promise<UserRecord | undefined> {
    const [found] = await this.#database.statements.rows(FIND_USER, { id });
    return found && userRecord(found);
  }

  async findByEmail(organizationId: string, email: string): Promise<UserRecord | undefined> {
    const values = { organizationId, email };
    const [found] = await this.#database.statements.rows(FIND_USER_OF_ORGANIZATION, values);
    return found && userRecord(found);
  }

  /** The users with an address in all organizations. */
  async listByEmail(email: string, size: number): Promise<UserRecord[]> {
    const rows = await this.#database.statements.rows(FIND_USERS_BY_EMAIL, { email, size });
    return rows.map(userRecord);
  }

  /** Reads a user who stays as they are until the end of the transaction. */
  async lock(id: string): Promise<UserRecord | undefined> {
    const [found] = await this.#database.statements.rows(LOCK_USER, { id });
    return found && userRecord(found);
  }

  /** Locks the users who administer users and can sign in. @returns their ids */
  async lockAdministrators(organizationId: string): Promise<string[]> {
    const values = { organizationId, roles: rolesSatisfying(platformRoles.users) };
    const rows = await this.#database.statements.rows(LOCK_ADMINISTRATORS, values);
    return rows.map(({ id }) => id);
  }

  /** The addresses of users who hold a role and can sign in, without one user. */
  async listAddressesWithRole(
    organizationId: string,
    role: string,
    { except, size }: { except: string; size: number },
  ): Promise<string[]> {
    const values = { organizationId, roles: rolesSatisfying(role), except, size };
    const rows = await this.#database.statements.rows(LIST_ADDRESSES_WITH_ROLE, values);
    return rows.map(({ email }) => email);
  }

  /** @param isReduced whether a role is removed @returns the version of the roles */
  async setRoles(id: string, roles: string[], isReduced: boolean): Promise<number> {
    const values = { id, roles, removals: isReduced ? 1 : 0 };
    const [changed] = await this.#database.statements.rows(SET_ROLES, values);
    if (!changed) throw new Error(`The user ${id} was removed meanwhile`);
    return changed.rolesVersion;
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    await this.#database.statements.rows(SET_PASSWORD, { id, passwordHash });
  }

  async setDisabled(id: string, disabledAt: Date | null): Promise<void> {
    await this.#database.statements.rows(SET_DISABLED, { id, disabledAt });
  }

  /** Every browser session of the user has ended then. */
  async endSessions(id: string): Promise<void> {
    await this.#database.statements.rows(END_SESSIONS, { id });
  }

  /** The consents are removed with the grants. */
  async remove(id: string): Promise<void> {
    await this.#database.statements.rows(REMOVE_USER, { id });
  }
}

function userRecord({ hasPassword, isUpstream, ...user }: RowOf<typeof row>): UserRecord {
  const { disabledAt, createdAt } = user;
  const isInvited = !hasPassword && !isUpstream;
  return {
    ...user,
    status: disabledAt ? 'disabled' : isInvited ? 'invited' : 'active',
    signIn: isUpstream ? 'upstream' : 'password',
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
