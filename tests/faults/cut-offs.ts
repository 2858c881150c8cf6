import { setTimeout as wait } from 'node:timers/promises';
import { tokens } from '@app-platform/testing/credentials';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { isFailure } from '@app-platform/testing/load/observations';
import type { Replica } from '@app-platform/testing/servers/replica';
import type { Cluster } from '../platform/cluster.ts';
import { stateOf } from './app-state.ts';
import { changes, type StepOutcome } from './changes.ts';
import { type CheckOptions, REVOCATION_MILLISECONDS } from './checker.ts';
import type { Kind, LedgerApp } from './ledger.ts';
import type { Scene } from './phase.ts';
import type { Tenant } from './tenant.ts';

const ENDINGS: Kind[] = ['revoke refresh token', 'revoke access token', 'uninstall'];
const POLL_MILLISECONDS = 20;
/** The promise was broken long before. */
const MOST_MILLISECONDS = 10_000;

/**
 * How long the slowest replica accepts an access token after its revocation was acknowledged. Each
 * way to revoke one is tried several times.
 */
export async function measureRevocations(
  options: CheckOptions,
  tenant: Tenant,
  times: number,
): Promise<number[]> {
  const delays: number[] = [];
  for (let time = 0; time < times; time += 1) {
    for (const ending of ENDINGS) {
      const name = `revoked_${delays.length}_${tenant.organizationId}`;
      const app = options.ledger.open(tenant, name);
      for (const kind of ['register', 'secret', 'install', 'authorize'] as const) {
        mustBeDone(await changes[kind](options, app), kind);
      }
      const { accessToken = '' } = stateOf(app).family?.tokens ?? {};
      mustBeDone(await changes[ending](options, app), ending);
      const acknowledgedAt = performance.now();
      await Promise.all(
        options.registryReplicas.map((replica) => untilRefused(options, app, replica, accessToken)),
      );
      delays.push(performance.now() - acknowledgedAt);
    }
  }
  return delays;
}

/** @param what ended access */
export function delayComplaints(what: string, delays: number[]): string[] {
  const slowest = Math.round(Math.max(...delays));
  return slowest > REVOCATION_MILLISECONDS ? [`${what} took ${slowest} ms`] : [];
}

function mustBeDone(outcome: StepOutcome, what: string): void {
  if (outcome === 'unknown') throw new Error(`${what} failed although nothing was broken`);
}

/** Waits until a registry replica refuses an access token. */
async function untilRefused(
  { calls }: CheckOptions,
  { tenant }: LedgerApp,
  { name, url: baseUrl }: Replica,
  accessToken: string,
): Promise<void> {
  const end = performance.now() + MOST_MILLISECONDS;
  while (performance.now() < end) {
    const { status } = await calls.registry(tenant, accessToken, 'GET', '/v1/me', { baseUrl });
    if (status === 401) return;
    await wait(POLL_MILLISECONDS);
  }
  throw new Error(`${name} takes a token that was revoked ${MOST_MILLISECONDS / 1000} s ago`);
}

/** How the operator ends access, and gives it back. */
type CutOff = {
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
  end: (cluster, app) => operate(cluster, 'registry', 'PUT', blockOf(app), { reason: 'test' }),
  giveBack: (cluster, app) => operate(cluster, 'registry', 'DELETE', blockOf(app)),
};

export const cutOffs: CutOff[] = [disabled, blocked];

/** Measures the given ways one after the other: they affect one tenant. */
export async function measureCutOffs(
  scene: Scene,
  chosen: CutOff[],
  times: number,
): Promise<{ name: string; milliseconds: number[] }[]> {
  const measured: { name: string; milliseconds: number[] }[] = [];
  for (const cutOff of chosen) {
    measured.push({ name: cutOff.name, milliseconds: await measureCutOff(scene, cutOff, times) });
  }
  return measured;
}

/**
 * How long the slowest replica of either service accepts an access token or a refresh token after
 * access was cut off.
 */
async function measureCutOff(
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
    for (const { url: baseUrl } of cluster.replicas.registry) {
      await options.calls.registry(app.tenant, accessToken, 'GET', '/v1/me', { baseUrl });
    }
    await cutOff.end(cluster, app);
    const acknowledgedAt = performance.now();
    await Promise.all([
      ...cluster.replicas.registry.map((replica) =>
        untilRefused(options, app, replica, accessToken),
      ),
      ...cluster.replicas.oauth.map(({ url }) =>
        untilRefreshIsRefused(options, app, url, refreshToken),
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
  oauthUrl: string,
  refreshToken: string,
): Promise<void> {
  const end = performance.now() + MOST_MILLISECONDS;
  const { clientSecret = '' } = stateOf(app);
  while (performance.now() < end) {
    const answer = await calls.refresh(app, clientSecret, refreshToken, oauthUrl);
    if (answer.status === 400) return;
    if (answer.status !== 200 && !isFailure(answer)) throw new Error(`answered ${answer.status}`);
    await wait(POLL_MILLISECONDS);
  }
  throw new Error(`a refresh is still answered ${MOST_MILLISECONDS / 1000} s later`);
}

const blockOf = ({ name }: LedgerApp) => `/internal/apps/${encodeURIComponent(name)}/block`;

async function operateOnUser(cluster: Cluster, app: LedgerApp, action: string): Promise<void> {
  const path = `/internal/users/${app.tenant.userId}/${action}`;
  await operate(cluster, 'oauth', 'POST', path, {});
}

async function operate(
  { replicas }: Cluster,
  service: 'registry' | 'oauth',
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const [{ internalUrl }] = replicas[service];
  const { status } = await apiCaller(internalUrl, tokens.operatorToken)(method, path, body);
  if (status >= 400) throw new Error(`${path} answered ${status}`);
}
