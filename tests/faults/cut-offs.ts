import { setTimeout as wait } from 'node:timers/promises';
import { stateOf } from './app-state.ts';
import { changes } from './changes.ts';
import type { CheckOptions } from './checker.ts';
import { type Cluster, operatorToken } from './cluster.ts';
import type { LedgerApp } from './ledger.ts';
import { isFailure } from './observations.ts';
import type { Scene } from './phase.ts';
import { mustBeDone, untilRefused } from './revocation-delay.ts';

const POLL_MILLISECONDS = 20;
/** The promise was broken long before. */
const MOST_MILLISECONDS = 10_000;

/** How the operator ends access, and gives it back. */
export type CutOff = {
  name: string;
  end(cluster: Cluster, app: LedgerApp): Promise<void>;
  giveBack(cluster: Cluster, app: LedgerApp): Promise<void>;
};

const disabled: CutOff = {
  name: 'a user is disabled',
  end: async (cluster, app) => operateOnUser(cluster, app, 'disable'),
  giveBack: async (cluster, app) => operateOnUser(cluster, app, 'enable'),
};

const blocked: CutOff = {
  name: 'an app is blocked',
  end: (cluster, app) => operate(cluster, app, 'registry', 'PUT', blockOf(app), { reason: 'test' }),
  giveBack: (cluster, app) => operate(cluster, app, 'registry', 'DELETE', blockOf(app)),
};

export const cutOffs: CutOff[] = [disabled, blocked];

/**
 * How long an access token or a refresh token is still taken after access was cut off, at whichever
 * replica of either service takes it the longest.
 */
export async function measureCutOff(
  { cluster, checker: { options }, cutOffTenant }: Scene,
  cutOff: CutOff,
  times: number,
): Promise<number[]> {
  const delays: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const name = `cut_off_${options.ledger.apps.length}_${cutOffTenant.organizationId}`;
    const app = options.ledger.open(cutOffTenant, name);
    for (const kind of ['register', 'secret', 'install', 'authorize'] as const) {
      mustBeDone(await changes[kind](options, app), kind);
    }
    const { accessToken = '', refreshToken = '' } = stateOf(app).family?.tokens ?? {};
    // Every registry replica has the token and the installation in its cache.
    for (const { port } of cluster.replicas.registry) {
      const baseUrl = `http://127.0.0.1:${port}`;
      await options.calls.registry(app.tenant, accessToken, 'GET', '/v1/me', { baseUrl });
    }
    await cutOff.end(cluster, app);
    const acknowledgedAt = performance.now();
    await Promise.all([
      ...cluster.replicas.registry.map((replica) =>
        untilRefused(options, app, replica, accessToken),
      ),
      ...cluster.replicas.oauth.map(({ port }) =>
        untilRefreshIsRefused(options, app, port, refreshToken),
      ),
    ]);
    delays.push(performance.now() - acknowledgedAt);
    await cutOff.giveBack(cluster, app);
    mustBeDone(await changes.uninstall(options, app), 'uninstall');
  }
  return delays;
}

/** A refresh that is answered in time would rotate the token, so that the next one is tried. */
async function untilRefreshIsRefused(
  { calls }: CheckOptions,
  app: LedgerApp,
  port: number,
  refreshToken: string,
): Promise<void> {
  const end = performance.now() + MOST_MILLISECONDS;
  const { clientSecret = '' } = stateOf(app);
  while (performance.now() < end) {
    const answer = await calls.refresh(app, clientSecret, refreshToken, `http://127.0.0.1:${port}`);
    if (answer.status === 400) return;
    if (answer.status !== 200 && !isFailure(answer)) throw new Error(`answered ${answer.status}`);
    await wait(POLL_MILLISECONDS);
  }
  throw new Error(`a refresh is still answered ${MOST_MILLISECONDS / 1000} s later`);
}

const blockOf = ({ name }: LedgerApp) => `/internal/apps/${encodeURIComponent(name)}/block`;

async function operateOnUser(cluster: Cluster, app: LedgerApp, action: string): Promise<void> {
  const path = `/internal/users/${app.tenant.userId}/${action}`;
  await operate(cluster, app, 'oauth', 'POST', path, {});
}

async function operate(
  { replicas }: Cluster,
  { tenant }: LedgerApp,
  service: 'registry' | 'oauth',
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const [{ internalPort }] = replicas[service];
  const response = await tenant.client.send(new URL(path, `http://127.0.0.1:${internalPort}`), {
    method,
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  await response.body?.cancel();
}
