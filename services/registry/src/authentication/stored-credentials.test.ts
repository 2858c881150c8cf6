import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

/** The rows of a table as text, with bytes in hexadecimal digits. */
async function rowsOf(table: string): Promise<string[]> {
  const session = await registry.adapter.connect();
  const sql = `SELECT row_to_json(t)::text FROM ${table} t`;
  const { rows } = await session.queryRaw({ sql, args: [], argTypes: [] });
  await session.dispose();
  return rows.map(([text]) => String(text));
}

const hexOf = (text: string) => Buffer.from(text).toString('hex');

async function expectDigestAlone(table: string, credential: string): Promise<void> {
  const digest = createHash('sha256').update(credential).digest('hex');
  const rows = await rowsOf(table);
  expect(rows.filter((row) => row.includes(digest))).toHaveLength(1);
  const beginning = credential.slice(0, 20);
  for (const form of [beginning, hexOf(beginning)]) expect(rows.join()).not.toContain(form);
}

it('an API key is stored as its digest alone', async () => {
  const { body } = await acme.post('/v1/api-keys', { roles: ['org.admin.apps'] }).expect(201);
  await expectDigestAlone('api_key', body.data.attributes.key);
});

it('a client secret is stored as its digest alone', async () => {
  const app = uniqueName('secretive');
  await acme.register({ app });
  const { body } = await acme.post(`/v1/apps/available/${app}/secret`, {}).expect(200);
  await expectDigestAlone('client_secret', body.data.attributes.clientSecret);
});
