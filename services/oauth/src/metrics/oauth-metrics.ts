import { type Clock, readGauge, type ServiceMetrics } from '@app-platform/service-kit';
import { Counter } from 'prom-client';
import type { KeyRing } from '../keys/key-ring.ts';

const signInMethods = ['password', 'upstream'] as const;
const signInOutcomes = ['succeeded', 'refused', 'throttled'] as const;
const grants = ['authorization_code', 'refresh_token', 'other'] as const;
const tokenOutcomes = ['issued', 'retried', 'reused', 'refused', 'failed'] as const;

type Grant = (typeof grants)[number];
type TokenOutcome = (typeof tokenOutcomes)[number];
type SignInOutcome = (typeof signInOutcomes)[number];

export type SignInCounts = {
  count(method: (typeof signInMethods)[number], outcome: SignInOutcome): void;
};

export type TokenRequestCounts = { count(grant: Grant, outcome: TokenOutcome): void };

/** Sign-ins, by how and with what outcome. */
export function signInCounts({ register }: ServiceMetrics): SignInCounts {
  const counter = new Counter({
    name: 'oauth_sign_ins_total',
    help: 'Tries to sign in, by method and outcome.',
    labelNames: ['method', 'outcome'],
    registers: [register],
  });
  // From zero on, or Prometheus would not see the first one as an increase.
  for (const method of signInMethods) {
    for (const outcome of signInOutcomes) counter.inc({ method, outcome }, 0);
  }
  return { count: (method, outcome) => counter.inc({ method, outcome }) };
}

/**
 * Token requests: `retried` got the same tokens once more within the grace; `reused` ended a whole
 * family of tokens.
 */
export function tokenRequestCounts({ register }: ServiceMetrics): TokenRequestCounts {
  const counter = new Counter({
    name: 'oauth_token_requests_total',
    help: 'Token requests, by grant and outcome.',
    labelNames: ['grant', 'outcome'],
    registers: [register],
  });
  for (const grant of grants) {
    for (const outcome of tokenOutcomes) counter.inc({ grant, outcome }, 0);
  }
  return { count: (grant, outcome) => counter.inc({ grant, outcome }) };
}

/** How old the key is that signs. */
export function tellKeyAge(metrics: ServiceMetrics, keyRing: KeyRing, clock: Clock): void {
  readGauge(metrics, {
    name: 'oauth_signing_key_age_seconds',
    help: 'For how long the key that signs access tokens has been signing.',
    read: () => (clock().getTime() - keyRing.signing.activeFrom.getTime()) / 1000,
  });
}
