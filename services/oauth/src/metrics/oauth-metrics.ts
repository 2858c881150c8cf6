import { type Clock, readGauge, type ServiceMetrics } from '@app-platform/runtime';
import { Counter } from 'prom-client';
import type { KeyRing } from '../keys/key-ring.ts';

const signInMethods = ['password', 'upstream'] as const;
const signInOutcomes = ['succeeded', 'refused', 'throttled'] as const;
const grants = ['authorization_code', 'refresh_token', 'device_code', 'other'] as const;
const tokenOutcomes = ['issued', 'retried', 'reused', 'pending', 'refused', 'failed'] as const;

type Grant = (typeof grants)[number];
type TokenOutcome = (typeof tokenOutcomes)[number];
type SignInOutcome = (typeof signInOutcomes)[number];

export type SignInCounts = {
  count(method: (typeof signInMethods)[number], outcome: SignInOutcome): void;
};

export type TokenRequestCounts = { count(grant: Grant, outcome: TokenOutcome): void };

/** Counts sign-ins by method and outcome. */
export function signInCounts({ register }: ServiceMetrics): SignInCounts {
  const counter = new Counter({
    name: 'oauth_sign_ins_total',
    help: 'Sign-in attempts, by method and outcome.',
    labelNames: ['method', 'outcome'],
    registers: [register],
  });
  // Starts at zero, so that Prometheus sees the first one as an increase.
  for (const method of signInMethods) {
    for (const outcome of signInOutcomes) counter.inc({ method, outcome }, 0);
  }
  return { count: (method, outcome) => counter.inc({ method, outcome }) };
}

/**
 * Counts token requests. `retried` received the same tokens again within the grace; `reused` revoked
 * the whole family of tokens; `pending` is a device whose user has not decided yet.
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

/** Registers the backlog of grants that are void and still stored. */
export function registerEndedAccess(
  metrics: ServiceMetrics,
  queues: readonly { waiting: number }[],
): void {
  readGauge(metrics, {
    name: 'oauth_ended_access_waiting',
    help: 'Ends of access whose grants are still stored, at most 10,000 of users and as many others.',
    read: () => queues.reduce((sum, { waiting }) => sum + waiting, 0),
  });
}

/** Registers the age of the signing key. */
export function registerKeyAge(metrics: ServiceMetrics, keyRing: KeyRing, clock: Clock): void {
  readGauge(metrics, {
    name: 'oauth_signing_key_age_seconds',
    help: 'Age of the key that signs access tokens.',
    read: () => (clock().getTime() - keyRing.signing.activeFrom.getTime()) / 1000,
  });
}
