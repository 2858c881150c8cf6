import { emailAddressToFind, normalizeEmailAddress } from '@app-platform/contracts';
import { defineStatement, type RowOf, type Statements } from '@app-platform/runtime/database';
import type { DataStep, DataStepFinding } from './data-step.ts';

const BATCH_ROWS = 1_000;

const READ_ACCOUNTS = defineStatement({
  name: 'read-addresses-to-normalize',
  text: `
    SELECT id::text AS id, organization_id AS "organizationId", email FROM account
    WHERE $1 = '' OR id > NULLIF($1, '')::uuid ORDER BY account.id LIMIT ${BATCH_ROWS}`,
  parameters: { after: 'text' },
  row: { id: 'text', organizationId: 'text', email: 'text' },
});

const FIND_OTHER = defineStatement({
  name: 'find-other-account-of-address',
  text: `SELECT id::text AS id FROM account
    WHERE organization_id = $1 AND email = $2 AND id <> $3::uuid`,
  parameters: { organizationId: 'text', email: 'text', id: 'text' },
  row: { id: 'text' },
});

/** A link to set a password ends when the address changes. Here it stays the same one. */
const CHANGE_ADDRESS = defineStatement({
  name: 'normalize-address',
  text: `
    WITH changed AS (
      UPDATE account SET email = $3 WHERE id = $1::uuid AND email = $2 RETURNING id)
    UPDATE password_link SET email = $3 FROM changed
    WHERE account_id = changed.id AND password_link.email = $2`,
  parameters: { id: 'text', from: 'text', to: 'text' },
  row: {},
});

type StoredAccount = RowOf<(typeof READ_ACCOUNTS)['row']>;

/**
 * Brings stored email addresses into the form in which they are compared since 0131. An account keeps
 * its address where another one of its organization has that form, or where it is no address; both are
 * found, for an operator to decide.
 */
export const normalizeAddresses: DataStep = {
  name: '0131-normalize-addresses',
  changeBatch: async (statements, position) => {
    const accounts = await statements.rows(READ_ACCOUNTS, { after: position });
    const findings: DataStepFinding[] = [];
    for (const account of accounts) {
      const finding = await normalize(statements, account);
      if (finding) findings.push(finding);
    }
    const isLast = accounts.length < BATCH_ROWS;
    return { position: isLast ? undefined : accounts.at(-1)?.id, findings };
  },
};

async function normalize(
  statements: Statements,
  { id, organizationId, email: from }: StoredAccount,
): Promise<DataStepFinding | undefined> {
  const to = emailAddressToFind(from);
  const finding = { organizationId, accountId: id };
  if ('fault' in normalizeEmailAddress(to)) return { ...finding, problem: 'no email address' };
  if (to === from) return undefined;
  const [other] = await statements.rows(FIND_OTHER, { organizationId, email: to, id });
  if (other) return { ...finding, problem: 'same address', otherAccountId: other.id };
  await statements.rows(CHANGE_ADDRESS, { id, from, to });
  return undefined;
}
