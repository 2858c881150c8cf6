import { type DatabaseConnection, defineStatement } from '@app-platform/runtime/database';
import type { DataStep, DataStepFinding } from './data-step.ts';
import { normalizeAddresses } from './normalize-addresses.ts';

/** In the order in which they run. */
const STEPS: readonly DataStep[] = [normalizeAddresses];

const BEGIN = defineStatement({
  name: 'begin-data-step',
  text: "INSERT INTO data_step (name, position) VALUES ($1, '') ON CONFLICT (name) DO NOTHING",
  parameters: { name: 'text' },
  row: {},
});

/** A second command that migrates waits here for the batch of the first one. */
const LOCK = defineStatement({
  name: 'lock-data-step',
  text: 'SELECT position, finished_at AS "finishedAt" FROM data_step WHERE name = $1 FOR UPDATE',
  parameters: { name: 'text' },
  row: { position: 'text', finishedAt: 'timestamptz?' },
});

const ADVANCE = defineStatement({
  name: 'advance-data-step',
  text: `
    UPDATE data_step SET position = $2, finished_at = CASE WHEN $3::bool THEN now() END
    WHERE name = $1`,
  parameters: { name: 'text', position: 'text', isLast: 'bool' },
  row: {},
});

/** What a step found in one batch. */
export type ReportFindings = (step: string, findings: readonly DataStepFinding[]) => void;

/**
 * Runs the steps that a database is without. Each batch is one transaction, so a step that was
 * interrupted continues after its last batch, and requests wait for one batch at most.
 * @param report is called with what each batch found, after it was committed
 * @returns the names of the steps that ended now
 */
export async function runDataSteps(
  connection: DatabaseConnection,
  report: ReportFindings,
  steps = STEPS,
): Promise<string[]> {
  const ended: string[] = [];
  for (const step of steps) {
    let outcome: Outcome;
    do {
      outcome = await connection.transaction((statements) => runBatch(statements, step));
      if (outcome.findings.length > 0) report(step.name, outcome.findings);
    } while (outcome.state === 'going_on');
    if (outcome.state === 'ended') ended.push(step.name);
  }
  return ended;
}

type Outcome = { state: 'going_on' | 'ended' | 'ended_before'; findings: DataStepFinding[] };

async function runBatch(
  statements: Parameters<DataStep['changeBatch']>[0],
  { name, changeBatch }: DataStep,
): Promise<Outcome> {
  await statements.rows(BEGIN, { name });
  const [progress] = await statements.rows(LOCK, { name });
  if (!progress || progress.finishedAt) return { state: 'ended_before', findings: [] };
  const { position, findings } = await changeBatch(statements, progress.position);
  const isLast = position === undefined;
  await statements.rows(ADVANCE, { name, position: position ?? progress.position, isLast });
  return { state: isLast ? 'ended' : 'going_on', findings };
}
