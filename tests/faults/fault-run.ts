import { UsageNotice } from '@app-platform/testing/command-line';
import type { FaultsConfig } from './config.ts';
import { cutOffs, delayComplaints, measureCutOffs, measureRevocations } from './cut-offs.ts';
import { faults } from './faults.ts';
import { type Pace, type PhaseResult, runPhase, type Scene, underLoad } from './phase.ts';
import { gathered, type Report, table, type Verdict, writeFigures } from './report.ts';
import { RESTORE_PHASE, runRestorePhase } from './restore.ts';

/** What a whole short run has to acknowledge; fewer would prove little. */
const LEAST_ACKNOWLEDGED = 1_000;

const shortPace: Pace = {
  beforeMilliseconds: 500,
  holdMilliseconds: 1_500,
  recoveryMilliseconds: 1_500,
  afterMilliseconds: 500,
};
const longPace: Pace = {
  beforeMilliseconds: 3_000,
  holdMilliseconds: 8_000,
  recoveryMilliseconds: 2_000,
  afterMilliseconds: 3_000,
};

/** @throws UsageNotice where no fault is asked for */
export function faultsAskedFor({ only }: Pick<FaultsConfig, 'only'>) {
  const chosen = faults.filter(({ name }) => name.includes(only));
  const restores = RESTORE_PHASE.includes(only);
  const chosenCutOffs = cutOffs.filter(({ name }) => name.includes(only));
  if (chosen.length > 0 || restores || chosenCutOffs.length > 0) {
    return { chosen, restores, chosenCutOffs };
  }
  const all = [...faults, ...cutOffs].map(({ name }) => name);
  const names = [...all, RESTORE_PHASE].join('\n  ');
  throw new UsageNotice(`No fault has '${only}' in its name. There are:\n  ${names}`);
}

/** Makes every fault in turn, as often as it is told to. */
export async function runFaults(
  scene: Scene,
  config: FaultsConfig,
  say: (text: string) => void,
): Promise<Verdict> {
  const { ledger, checker } = scene;
  const { chosen, restores, chosenCutOffs } = faultsAskedFor(config);
  const report: Report = { phases: [], revocationMilliseconds: [], cutOffs: [] };
  say(`${['revocations', ...chosenCutOffs.map(({ name }) => name)].join(', ')}…`);
  // Different tenants, so that neither affects the other.
  await underLoad(scene, async () => {
    const [revocations, cutOffDelays] = await Promise.all([
      measureRevocations(checker.options, scene.bystander, 2),
      measureCutOffs(scene, chosenCutOffs, config.isShort ? 3 : 10),
    ]);
    report.revocationMilliseconds = revocations;
    report.cutOffs = cutOffDelays;
  });
  const pace = config.isShort ? shortPace : longPace;
  for (let round = 0; round < config.rounds; round += 1) {
    for (const fault of chosen) {
      say(`${fault.name}…`);
      const result = await runPhase(scene, fault, pace);
      report.phases.push(result);
      for (const complaint of gathered(result.complaints)) say(`  ${complaint}`);
    }
  }
  if (restores) {
    say(`${RESTORE_PHASE}…`);
    const restored = await runRestorePhase(scene, pace, config.isShort ? 200 : 2_000);
    report.phases.push(restored);
    report.restoredMilliseconds = restored.restoredMilliseconds;
  }
  say(`Checking all ${ledger.apps.length} apps of the ledger once more…`);
  await checker.check(ledger.apps);
  const file = await writeFigures(config.resultsFolder, 'faults', report);
  return {
    text: `${table(report)}\nAll figures: ${file}`,
    faults: report.phases.length + report.cutOffs.length,
    complaints: [
      ...delayComplaints('a revocation', report.revocationMilliseconds),
      ...report.cutOffs.flatMap(({ name, milliseconds }) => delayComplaints(name, milliseconds)),
      ...report.phases.flatMap(complaintsOf),
      ...(config.isShort && !config.only && ledger.acknowledged < LEAST_ACKNOWLEDGED
        ? [`only ${ledger.acknowledged} operations were acknowledged`]
        : []),
    ],
  };
}

export function complaintsOf({ name, complaints }: PhaseResult): string[] {
  return gathered(complaints).map((complaint) => `${name}: ${complaint}`);
}
