import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../testing/start-registry.ts';
import { PrismaClient } from './generated/client.ts';

let registry: RunningRegistry;
let client: PrismaClient;

beforeAll(async () => {
  registry = await startRegistry({ databaseRole: 'owner' });
  client = new PrismaClient({ adapter: registry.adapter });
});
afterAll(async () => {
  await client.$disconnect();
  await registry.close();
});

/** Has PostgreSQL end the next transactions that create an organization, as it ends a deadlock. */
async function endTransactions(times: number, sqlState: string): Promise<void> {
  // A sequence is not undone with its transaction, so it counts the attempts.
  await client.$executeRawUnsafe('DROP SEQUENCE IF EXISTS attempt');
  await client.$executeRawUnsafe('CREATE SEQUENCE attempt');
  await client.$executeRawUnsafe(`
    CREATE OR REPLACE FUNCTION end_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempt') <= ${times} THEN
        RAISE EXCEPTION 'in the way' USING ERRCODE = '${sqlState}';
      END IF;
      RETURN NEW;
    END $$`);
  await client.$executeRawUnsafe(`
    CREATE OR REPLACE TRIGGER end_transaction BEFORE INSERT ON organization
    FOR EACH ROW EXECUTE FUNCTION end_transaction()`);
}

const create = () =>
  registry.internal('operator', 'post', '/internal/organizations', { name: 'Acme' });

describe("transactions in one another's way", () => {
  it.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ])('201: %s is done again, and once', async (_name, sqlState) => {
    await endTransactions(2, sqlState);
    const before = await client.organization.count();
    const { body } = await create().expect(201);
    expect(await client.organization.count()).toBe(before + 1);
    expect(await registry.auditTrail(body.id)).toHaveLength(1);
  });

  it('503: one that goes on is given up, and says when to come back', async () => {
    await endTransactions(1_000, '40P01');
    const before = await client.organization.count();
    const { headers } = await create().expect(503);
    expect(headers['retry-after']).toBe('5');
    expect(await client.organization.count()).toBe(before);
  });

  it('500: anything else is not done again', async () => {
    await endTransactions(1, '22012');
    await create().expect(500);
    await create().expect(201);
  });
});
