import { createHash } from 'node:crypto';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import pg from 'pg';
import type { Platform } from '../platform/platform.ts';
import type { Facts } from '../upgrade/released-database.ts';
import type { Figure } from './figures.ts';
import type { Cost, MeasuredServer } from './measured-server.ts';
import { releasedStatement, tokenOf } from './released-rows.ts';
import type { Size } from './size.ts';

const ROUNDS = 4;
const DAY_MILLISECONDS = 86_400_000;

type Refreshes = Cost & { bytes: number };
type Sides = { server: MeasuredServer; before: string; after: string };

const digestOf = (token: string) =>
  createHash('sha256').update(`RefreshToken:${token}`).digest('hex');

/** Refreshes the token of each user some times, with the two statements of the last release. */
async function refreshBefore(
  { server, before }: Sides,
  { users }: Size,
  clientId: string,
): Promise<Refreshes> {
  const find = await releasedStatement('oauth', 'unnest($1::text[], $2::text[]) WITH ORDINALITY');
  const rotate = await releasedStatement('oauth', 'WITH asked AS', 'consumed AS');
  const client = new pg.Client(server.postgresql.urlOf(before));
  await client.connect();
  const refresh = async (user: number, round: number) => {
    const [old, next] = [round, round + 1].map((one) =>
      digestOf(one === 0 ? tokenOf(user) : `${tokenOf(user)}-${one}`),
    );
    const now = new Date();
    const { rows } = await client.query({
      name: 'find',
      text: find,
      values: [[old], [clientId], now],
    });
    const payload = JSON.stringify(rows[0].payload);
    const expiresAt = new Date(now.getTime() + 100 * DAY_MILLISECONDS).toISOString();
    const keptUntil = new Date(now.getTime() + 30 * DAY_MILLISECONDS);
    const values = [[old], [next], [payload], [expiresAt], now, keptUntil];
    const { rowCount } = await client.query({ name: 'rotate', text: rotate, values });
    if (rowCount !== 1) throw new Error('A refresh of the last release failed');
  };
  const sizeBefore = await server.bytesOf(before, 'provider_record');
  const cost = await server.costOf(
    before,
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let user = 1; user <= users; user += 1) await refresh(user, round);
      }
    },
    'provider_record',
  );
  await client.end();
  return { ...cost, bytes: (await server.bytesOf(before, 'provider_record')) - sizeBefore };
}

async function refreshAfter(
  { server, after }: Sides,
  { users }: Size,
  app: Facts['apps'][number],
  { oauthUrl }: Platform,
): Promise<Refreshes> {
  const tokens = Array.from({ length: users }, (_, index) => tokenOf(index + 1));
  const refreshAll = async () => {
    for (const [index, token] of tokens.entries()) {
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: token,
        client_id: app.clientId,
        client_secret: app.clientSecret,
      });
      const response = await fetch(`${oauthUrl}/oauth/token`, { method: 'POST', body });
      const answer = (await response.json()) as Record<string, string>;
      if (!answer.refresh_token) throw new Error(`A refresh failed: ${JSON.stringify(answer)}`);
      tokens[index] = answer.refresh_token;
    }
  };
  // The first refresh of a token of the last release begins a chain.
  await refreshAll();
  await server.postgresql.query(after, 'VACUUM provider_record');
  const sizeBefore = await server.bytesOf(after, 'provider_record');
  const cost = await server.costOf(
    after,
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) await refreshAll();
    },
    'provider_record',
  );
  return { ...cost, bytes: (await server.bytesOf(after, 'provider_record')) - sizeBefore };
}

/** What a refresh leaves and costs. */
export async function measureRefreshes(
  sides: Sides,
  size: Size,
  [app]: Facts['apps'],
  platform: Platform,
): Promise<Figure[]> {
  const before = await refreshBefore(sides, size, app.clientId);
  const after = await refreshAfter(sides, size, app, platform);
  const refreshes = ROUNDS * size.users;
  const each = (of: (one: Refreshes) => number, times = 1) => ({
    before: (of(before) * times) / refreshes,
    after: (of(after) * times) / refreshes,
  });
  const growth = each(({ bytes }) => bytes, 1_000);
  const wal = each(({ walBytes }) => walBytes);
  const time = each(({ milliseconds }) => milliseconds);
  return [
    { what: 'the database grows by, for 1,000 refreshes', ...growth, unit: 'bytes', most: 250 },
    { what: 'write-ahead log of a refresh', ...wal, unit: 'bytes', most: 1_500 },
    { what: "PostgreSQL's time for a refresh", ...time, unit: 'ms' },
  ];
}

/** What ending the access of an app with many users costs, whose tokens were refreshed for a month. */
export async function measureUninstallation(
  { server, before, after }: Sides,
  { users }: Size,
  [app]: Facts['apps'],
  { baseUrl }: Platform,
): Promise<Figure[]> {
  const revoke = await releasedStatement('oauth', 'WITH grants AS', 'installedSince', 'LIMIT 500');
  const [grant = {}] = await server.postgresql.query(
    before,
    `SELECT a.organization_id AS organization, g.payload->>'installedSince' AS since
     FROM provider_record g JOIN account a ON a.id = g.account_id
     WHERE g.kind = 'Grant' AND g.client_id = '${app.clientId}' LIMIT 1`,
  );
  const client = new pg.Client(server.postgresql.urlOf(before));
  await client.connect();
  const values = [grant.organization, app.clientId, grant.since, new Date()];
  const costBefore = await server.costOf(before, () => client.query(revoke, values));
  await client.end();

  const left = () =>
    server.number(
      after,
      'SELECT count(*) FROM growth_chain n JOIN provider_record g ON g.digest = n.grant_digest WHERE n.c = 0',
    );
  if ((await left()) < users) throw new Error('The grants are gone before the uninstallation');
  const costAfter = await server.costOf(after, async () => {
    const answer = await apiCaller(baseUrl, app.apiKey)('DELETE', `/v1/apps/installed/${app.name}`);
    if (answer.status >= 300) throw new Error(`Uninstalling failed: ${JSON.stringify(answer)}`);
    await until('the grants are removed', 60_000, async () => (await left()) === 0);
  });
  const what = `an uninstallation for ${users} users`;
  return [
    {
      what: `write-ahead log of ${what}`,
      before: costBefore.walBytes,
      after: costAfter.walBytes,
      unit: 'bytes',
      most: 1_000_000,
    },
    {
      what: `PostgreSQL's time for ${what}`,
      before: costBefore.milliseconds,
      after: costAfter.milliseconds,
      unit: 'ms',
    },
  ];
}
