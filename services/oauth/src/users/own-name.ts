import { normalizePersonName } from '@app-platform/contracts';
import type { AuditedRequest } from '@app-platform/http-api';
import type { Account, AccountStores } from '../accounts/account-store.ts';
import type { AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';

/** A user changes their own name; an empty one removes it. @returns why not, as the end of a sentence */
export async function changeOwnName(
  { database }: { database: Database<AccountStores & AuditStores> },
  account: Account,
  text: string,
  context: AuditedRequest,
): Promise<string | undefined> {
  const normalized = normalizePersonName(text);
  if ('fault' in normalized) return normalized.fault;
  const { name } = normalized;
  const { id, organizationId } = account;
  await database.transaction(async ({ accounts, audit }) => {
    if (!(await accounts.setName(id, name))) return;
    const actor = { kind: 'account', id } as const;
    const action = 'account.name_changed';
    await audit.record({ actor, action, subject: id, organizationId, context });
  });
  return undefined;
}
