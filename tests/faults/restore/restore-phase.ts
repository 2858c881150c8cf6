import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from '../../flow/free-ports.ts';
import { Checker } from '../checker.ts';
import type { Cluster } from '../cluster.ts';
import { Ledger } from '../ledger.ts';
import { experienceOf, isFailure } from '../observations.ts';
import { type Pace, type PhaseResult, type Scene, underLoad } from '../phase.ts';
import { PlatformCalls } from '../platform-calls.ts';
import { Replica, type ServiceName } from '../replica.ts';
import { type Backup, restoreBackup, takeBackup } from './backup.ts';

export const RESTORE_PHASE = 'backup under load, restored elsewhere';

export type RestoreResult = PhaseResult & {
  /** From the beginning of the restore until services were ready on it. */
  restoredMilliseconds: number;
};

/** Fewer would prove little. */
const LEAST_APPS = 10;

/**
 * Dumps both databases under load, and restores them for other services without a Redis: they hold
 * everything that had been acknowledged at that instant.
 * @param mostApps how many apps, the newest, are asked about
 */
export async function runRestorePhase(
  scene: Scene,
  pace: Pace,
  mostApps: number,
): Promise<RestoreResult> {
  const { cluster, ledger, observations } = scene;
  const [acknowledged, lost] = [ledger.acknowledged, ledger.lost.size];
  observations.take();
  let backup: Backup | undefined;
  await underLoad(scene, async () => {
    await wait(pace.beforeMilliseconds);
    backup = await takeBackup(cluster.postgresql, cluster.folder, ledger);
    await wait(pace.afterMilliseconds);
  });
  const observed = observations.take();
  const result = { ...experienceOf(observed), acknowledged: ledger.acknowledged - acknowledged };
  const apps = (backup?.apps ?? []).slice(-mostApps);
  const restoredMilliseconds = backup ? await checkRestored(scene, backup, apps) : Number.NaN;
  return {
    name: RESTORE_PHASE,
    ...result,
    restoredMilliseconds,
    lost: ledger.lost.size - lost,
    complaints: [
      ...observed.filter(isFailure).map(({ what, status }) => `${what} failed (${status})`),
      ...(apps.length < LEAST_APPS ? [`only ${apps.length} apps were in the backup`] : []),
      ...cluster.crashes.splice(0),
    ],
  };
}

/** @returns how long it took until services served the restored databases */
async function checkRestored(
  { cluster, ledger }: Scene,
  backup: Backup,
  apps: Backup['apps'],
): Promise<number> {
  const startedAt = performance.now();
  const databases = await restoreBackup(cluster.postgresql, cluster.folder, backup);
  const { registry, oauth } = await startOn(cluster, databases);
  const restoredMilliseconds = performance.now() - startedAt;
  try {
    // What is asked of them changes what they hold, and nothing that the other services hold.
    const restored = new Ledger(join(cluster.folder, 'ledger-restored.jsonl'));
    restored.apps.push(...apps);
    const calls = new PlatformCalls({ baseUrl: urlOf(registry), oauthUrl: urlOf(oauth) });
    const registryReplicas = [registry];
    await new Checker({ ledger: restored, calls, registryReplicas }).check(restored.apps);
    for (const [what, detail] of restored.lost) {
      ledger.lost.set(`restored ${what}`, `restored ${detail}`);
    }
  } finally {
    await Promise.all([registry.stop(), oauth.stop()]);
  }
  return restoredMilliseconds;
}

async function startOn(
  { folder, environment, crashes }: Cluster,
  databases: Record<ServiceName, string>,
): Promise<Record<ServiceName, Replica>> {
  const [port = 0, internalPort = 0, oauthPort = 0, oauthInternalPort = 0] = await freePorts(4);
  const common = {
    folder,
    number: 3,
    environment: {
      ...environment,
      REGISTRY_DATABASE_URL: databases.registry,
      OAUTH_DATABASE_URL: databases.oauth,
      REGISTRY_INTERNAL_URL: `http://127.0.0.1:${internalPort}`,
      OAUTH_INTERNAL_URL: `http://127.0.0.1:${oauthInternalPort}`,
      REDIS_URL: '',
    },
    onCrash: (text: string) => void crashes.push(text),
  };
  const registry = new Replica({ ...common, service: 'registry', port, internalPort });
  const oauth = new Replica({
    ...common,
    service: 'oauth',
    port: oauthPort,
    internalPort: oauthInternalPort,
  });
  await oauth.start();
  await registry.start();
  return { registry, oauth };
}

function urlOf({ port }: Replica): string {
  return `http://127.0.0.1:${port}`;
}
