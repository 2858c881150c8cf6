import type { GrantRevocationRequest } from '@app-platform/contracts';
import { queueTable } from '@app-platform/runtime';
import { defineStatement, type Statements } from '@app-platform/runtime/database';

const queue = queueTable(
  'ended_access',
  { organizationId: 'text', clientId: 'text', installedSince: 'timestamptz' },
  {
    organizationId: 'organization_id',
    clientId: 'client_id',
    installedSince: 'installed_since',
  },
);

const ADD_ENDED_ACCESS = defineStatement({
  name: 'add-ended-access',
  text: `
    INSERT INTO ended_access (organization_id, client_id, installed_since, due_at)
    VALUES ($1, $2, $3, $4)`,
  parameters: {
    organizationId: 'text',
    clientId: 'text',
    installedSince: 'timestamptz',
    now: 'timestamptz',
  },
  row: {},
});

/** The queue of installations whose grants are to be removed at the OAuth service. */
export class EndedAccessStore {
  readonly queue: ReturnType<typeof queue>;
  readonly #statements: Statements;
  readonly #onAdded: () => void;

  /** @param onAdded called where there is something to remove after the commit */
  constructor(statements: Statements, onAdded: () => void = () => undefined) {
    this.queue = queue(statements);
    this.#statements = statements;
    this.#onAdded = onAdded;
  }

  async add(
    { organizationId, clientId, installedSince }: GrantRevocationRequest,
    now: Date,
  ): Promise<void> {
    const values = { organizationId, clientId, installedSince: new Date(installedSince), now };
    await this.#statements.rows(ADD_ENDED_ACCESS, values);
    this.#onAdded();
  }
}
