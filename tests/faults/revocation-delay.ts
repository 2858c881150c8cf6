import { setTimeout as wait } from 'node:timers/promises';
import { stateOf } from './app-state.ts';
import { changes, type StepOutcome } from './changes.ts';
import type { CheckOptions } from './checker.ts';
import { REVOCATION_MILLISECONDS } from './checker.ts';
import type { Kind, LedgerApp } from './ledger.ts';
import type { Replica } from './replica.ts';
import type { Tenant } from './tenant.ts';

const ENDINGS: Kind[] = ['revoke refresh token', 'revoke access token', 'uninstall'];
const POLL_MILLISECONDS = 20;
/** When it is given up: the promise was broken long before. */
const MOST_MILLISECONDS = 10_000;

/**
 * How long an access token is still taken after its end was acknowledged, at whichever replica
 * takes it the longest. Each way to end one is tried, several times.
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

export function mustBeDone(outcome: StepOutcome, what: string): void {
  if (outcome === 'unknown') throw new Error(`${what} failed although nothing was broken`);
}

/** Waits until a registry replica refuses an access token. */
export async function untilRefused(
  { calls }: CheckOptions,
  { tenant }: LedgerApp,
  { name, port }: Replica,
  accessToken: string,
): Promise<void> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const end = performance.now() + MOST_MILLISECONDS;
  while (performance.now() < end) {
    const { status } = await calls.registry(tenant, accessToken, 'GET', '/v1/me', { baseUrl });
    if (status === 401) return;
    await wait(POLL_MILLISECONDS);
  }
  throw new Error(`${name} takes a token that was revoked ${MOST_MILLISECONDS / 1000} s ago`);
}
