import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** The app whose name has a skeleton, and the organization that owns the app. */
export type PublicName = { name: string; organizationId: string };

/** Null for a name that no organization may register. */
export type Reservation = { pattern: string; organizationId: string | null };

/** Keeps the first holder of a skeleton, and waits for a transaction that is claiming it. */
const CLAIM_PUBLIC_NAME = defineStatement({
  name: 'claim-public-name',
  text: `
    INSERT INTO public_name AS held (skeleton, name, organization_id) VALUES ($1, $2, $3)
    ON CONFLICT (skeleton) DO UPDATE SET organization_id = held.organization_id
    RETURNING name, organization_id AS "organizationId"`,
  parameters: { skeleton: 'text', name: 'text', organizationId: 'text' },
  row: { name: 'text', organizationId: 'text' },
});

const FIND_RESERVATION = defineStatement({
  name: 'find-reservation',
  text: `
    SELECT pattern, organization_id AS "organizationId" FROM reserved_name
    WHERE skeleton = ANY ($1::text[]) ORDER BY array_position($1::text[], skeleton) LIMIT 1`,
  parameters: { skeletons: 'text[]' },
  row: { pattern: 'text', organizationId: 'text?' },
});

const IS_VERIFIED = defineStatement({
  name: 'is-organization-verified',
  text: 'SELECT verified FROM organization WHERE id = $1',
  parameters: { organizationId: 'text' },
  row: { verified: 'bool' },
});

/** The facts that decide whether an organization may publish an app under a name. */
export class PublicNameStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * Takes the skeleton of a name for the public apps of an organization.
   * @returns the holder of the skeleton, which may be another organization
   */
  async claim(skeleton: string, { name, organizationId }: PublicName): Promise<PublicName> {
    const values = { skeleton, name, organizationId };
    const [holder] = await this.#statements.rows(CLAIM_PUBLIC_NAME, values);
    if (!holder) throw new Error('an insert returned no row');
    return holder;
  }

  /** @param skeletons of the patterns that a name may match; the first that is reserved counts */
  async findReservation(skeletons: string[]): Promise<Reservation | undefined> {
    return (await this.#statements.rows(FIND_RESERVATION, { skeletons }))[0];
  }

  async isVerified(organizationId: string): Promise<boolean> {
    const [row] = await this.#statements.rows(IS_VERIFIED, { organizationId });
    return row?.verified ?? false;
  }
}
