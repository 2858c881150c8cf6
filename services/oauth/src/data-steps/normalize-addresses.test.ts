import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PrismaClient } from '../database/generated/client.ts';
import type { DataStep, DataStepFinding } from './data-step.ts';
import { normalizeAddresses } from './normalize-addresses.ts';
import { runDataSteps } from './run-data-steps.ts';

const ACME = 'a'.repeat(24);
const LABS = 'b'.repeat(24);
let connection: Awaited<ReturnType<typeof openTestDatabase>>;
let client: PrismaClient;

beforeAll(async () => {
  connection = await openTestDatabase('oauth');
  client = new PrismaClient({ adapter: connection.adapter });
});
afterAll(() => connection.close());

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const accountsOf = (addresses: [string, string][], from = 1) =>
  addresses.map(([organizationId, email], index) => ({
    ...{ id: idOf(from + index), organizationId, email, roles: [] },
  }));

it('normalizes what is stored, in batches that go on after an interruption, and says what collides', async () => {
  const many = Array.from({ length: 1_200 }, (_, index): [string, string] => [
    LABS,
    `user${index}@b\u00fccher.example`,
  ]);
  await client.account.createMany({
    data: [
      ...accountsOf([
        [ACME, 'x@b\u00fccher.example'],
        [LABS, 'x@b\u00fccher.example'],
        [ACME, 'zoe\u0308@acme.example'],
        [ACME, 'a\u200bda@acme.example'],
        [ACME, 'bob@acme.example'],
        [ACME, 'b\u00adob@acme.example'],
        [ACME, 'nobody@'],
        [ACME, 'plain@acme.example'],
      ]),
      ...accountsOf(many, 100),
    ],
  });
  const link = { expiresAt: new Date(), roles: [], email: 'x@b\u00fccher.example' };
  await client.passwordLink.create({
    data: { ...link, digest: Buffer.from('digest'), accountId: idOf(1) },
  });
  const reported: DataStepFinding[] = [];
  const report = (_step: string, findings: readonly DataStepFinding[]) =>
    void reported.push(...findings);
  let batches = 0;
  const interrupted: DataStep = {
    ...normalizeAddresses,
    changeBatch: async (...parameters) => {
      batches += 1;
      if (batches === 2) throw new Error('interrupted');
      return normalizeAddresses.changeBatch(...parameters);
    },
  };
  await expect(runDataSteps(connection, report, [interrupted])).rejects.toThrow('interrupted');
  expect(await client.account.count({ where: { email: { contains: '\u00fc' } } })).toBe(208);
  // A second command at the same time waits for the batches of the first one.
  const both = [runDataSteps(connection, report), runDataSteps(connection, report)];
  expect((await Promise.all(both)).flat()).toEqual([normalizeAddresses.name]);
  expect(await runDataSteps(connection, report)).toEqual([]);

  const first = await client.account.findMany({ orderBy: { id: 'asc' }, take: 8 });
  expect(first.map(({ email }) => email)).toEqual([
    'x@xn--bcher-kva.example',
    'x@xn--bcher-kva.example',
    'zo\u00eb@acme.example',
    'ada@acme.example',
    'bob@acme.example',
    'b\u00adob@acme.example',
    'nobody@',
    'plain@acme.example',
  ]);
  const rest = await client.account.count({
    where: { email: { endsWith: '@xn--bcher-kva.example' } },
  });
  expect(rest).toBe(1_202);
  expect(await client.passwordLink.findMany()).toMatchObject([{ email: first[0]?.email }]);
  expect(reported).toEqual([
    {
      organizationId: ACME,
      accountId: idOf(6),
      problem: 'same address',
      otherAccountId: idOf(5),
    },
    { organizationId: ACME, accountId: idOf(7), problem: 'no email address' },
  ]);
});
