import { describe, expect, it } from '@jest/globals';
import { errors } from 'oidc-provider';
import { describeAdapter, save } from './adapter.conformance.ts';
import { openDurable } from './durable-records.conformance.ts';

for (const kind of ['AuthorizationCode', 'Grant', 'RefreshToken'] as const) {
  describeAdapter(`${kind} in the database`, () => openDurable(kind));
}

describe('grants in the database', () => {
  it('are not given for an account that is disabled or deleted', async () => {
    const subject = await openDurable('Grant');
    const { accountId = '', database } = subject;
    const data = { disabledAt: new Date() };
    await database.client.account.update({ where: { id: accountId }, data });
    await expect(save(subject)).rejects.toThrow(errors.AccessDenied);
    await database.client.account.delete({ where: { id: accountId } });
    await expect(save(subject)).rejects.toThrow(errors.AccessDenied);
    await subject.close();
  });
});
