import { setTimeout as wait } from 'node:timers/promises';
import {
  type Experience,
  experienceOf,
  isFailure,
  type Observation,
  type Observations,
} from '@app-platform/testing/load/observations';
import { allReplicas, type Cluster, type ReplicatedServices } from '../platform/cluster.ts';
import type { Checker } from './checker.ts';
import { changedSince } from './checker.ts';
import type { EventReceiver } from './events.ts';
import type { Fault } from './fault.ts';
import type { Ledger } from './ledger.ts';
import type { Tenant } from './tenant.ts';
import type { Worker } from './worker.ts';

export type Scene<C extends ReplicatedServices = Cluster> = {
  cluster: C;
  workers: Worker[];
  /** Who does what is measured, while the workers work. */
  bystander: Tenant;
  /** Whose access is cut off. */
  cutOffTenant: Tenant;
  ledger: Ledger;
  checker: Checker;
  observations: Observations;
  /** Where every tenant's events are sent. */
  events: EventReceiver;
};

/** How long each part of a phase takes. */
export type Pace = {
  beforeMilliseconds: number;
  holdMilliseconds: number;
  /** How long after its end a fault may still be felt. */
  recoveryMilliseconds: number;
  afterMilliseconds: number;
};

export type PhaseResult = Experience & {
  name: string;
  acknowledged: number;
  lost: number;
  /** What was not as it has to be, besides what was lost. */
  complaints: string[];
};

/** Inflicts a fault under load, and asks the system afterwards about all that it was told meanwhile. */
export async function runPhase<C extends ReplicatedServices>(
  scene: Scene<C>,
  fault: Fault<C>,
  pace: Pace,
): Promise<PhaseResult> {
  const { cluster, ledger, checker, observations } = scene;
  const [acknowledged, lost] = [ledger.acknowledged, ledger.lost.size];
  const startedAt = performance.now();
  observations.take();
  let recoveredAt = 0;
  await underLoad(scene, async () => {
    await wait(pace.beforeMilliseconds);
    await fault.inflict(cluster, pace.holdMilliseconds);
    await Promise.all(allReplicas(cluster).map((replica) => replica.untilReady()));
    await wait(pace.recoveryMilliseconds);
    recoveredAt = performance.now();
    await wait(pace.afterMilliseconds);
  });
  const observed = observations.take();
  const experience = experienceOf(observed);
  const result = {
    name: fault.name,
    ...experience,
    acknowledged: ledger.acknowledged - acknowledged,
  };
  await checker.check(changedSince(ledger.apps, startedAt));
  return {
    ...result,
    lost: ledger.lost.size - lost,
    complaints: [
      ...experience.overdue.map((one) => `${told(one)} took longer than its deadline`),
      ...(fault.mustNotShow ? observed.filter(isFailure).map((one) => `${told(one)} failed`) : []),
      ...observed
        .filter((one) => one.startedAt > recoveredAt && isFailure(one))
        .map((one) => `${told(one)} failed although all was well again`),
      ...cluster.crashes.splice(0),
    ],
  };
}

/** Keeps everybody at work while something happens. */
export async function underLoad(
  { workers }: Pick<Scene<ReplicatedServices>, 'workers'>,
  happening: () => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const working = Promise.all(workers.map((worker) => worker.run(stopping.signal)));
  try {
    // Workers end only when they are told to, or by an error.
    await Promise.race([happening(), working]);
  } finally {
    stopping.abort();
    await working;
  }
}

function told({ what, status, startedAt, endedAt }: Observation): string {
  return `${what} (${status || 'no answer'}, ${Math.round(endedAt - startedAt)} ms)`;
}
