import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from './test-database.ts';

describe('two test databases', () => {
  let first: Opened;
  let second: Opened;

  beforeAll(async () => {
    [first, second] = await Promise.all([open(), open()]);
  });

  afterAll(async () => {
    await Promise.all([first.close(), second.close()]);
  });

  it('are migrated, and do not see each other’s rows', async () => {
    await first.addOrganization('Acme');
    expect(await first.countOrganizations()).toBe(1);
    expect(await second.countOrganizations()).toBe(0);
  });
});

describe('a test database that was closed', () => {
  it('leaves no row and no connection to the next one', async () => {
    const before = await open();
    await before.addOrganization('Acme');
    await before.close();
    const after = await open();
    expect(await after.countOrganizations()).toBe(0);
    await expect(before.countOrganizations()).rejects.toThrow();
    await after.close();
  });

  it('is closed once', async () => {
    const connection = await openTestDatabase('registry');
    await connection.close();
    await expect(connection.close()).rejects.toThrow();
  });

  it('ends what is under way before the next one begins', async () => {
    const before = await open();
    const adding = before.addOrganization('Acme');
    await before.close();
    await adding;
    const after = await open();
    expect(await after.countOrganizations()).toBe(0);
    await after.close();
  });
});

type Opened = Awaited<ReturnType<typeof open>>;

async function open() {
  const connection = await openTestDatabase('registry');
  const session = await connection.adapter.connect();
  const count = { sql: 'SELECT count(*)::int FROM organization', args: [], argTypes: [] };
  return {
    addOrganization: (name: string) =>
      session.executeScript(
        `INSERT INTO organization (id, name) VALUES ('${'a'.repeat(24)}', '${name}')`,
      ),
    countOrganizations: async () => Number((await session.queryRaw(count)).rows[0]?.[0]),
    close: async () => {
      await session.dispose();
      await connection.close();
    },
  };
}
