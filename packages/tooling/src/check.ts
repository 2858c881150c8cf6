import { parseCommandLine, runCommand } from '@app-platform/testing/command-line';
import { decisionsAreListed } from './check/decision-records.ts';
import { houseRules } from './check/house-rules.ts';
import { checkImports } from './check/imports.ts';
import { linksLead } from './check/links.ts';
import { migrationsAreSafe } from './check/migration-safety.ts';
import { migrationsAgree } from './check/migrations.ts';
import { checkTypes, lintApiDocuments, type Outcome, outcome, runTool } from './check/tools.ts';
import { generatedFilesAgree } from './generated-files.ts';

const usage = `Usage: npm run check

Checks format, lint, types, dead code, imports, house rules, links, decision records, generated
files, API documents, migrations and that they are safe beside the release before.`;

/** The checks that do not run the services. */
const steps: [name: string, run: () => Outcome | Promise<Outcome>][] = [
  ['format and lint', () => runTool('biome', ['check', '--max-diagnostics=none'])],
  ['types', checkTypes],
  ['dead code', () => runTool('knip', ['--config', 'packages/tooling/knip.json'])],
  ['imports', () => checkImports()],
  ['house rules', houseRules],
  ['links', linksLead],
  ['decision records', decisionsAreListed],
  ['generated files', generatedFilesAgree],
  ['API documents', () => lintApiDocuments()],
  ['migrations', migrationsAgree],
  ['migration safety', migrationsAreSafe],
];

/** Runs a step and prints its result. A step that throws has failed; the others still run. */
async function report(name: string, run: () => Outcome | Promise<Outcome>): Promise<boolean> {
  const startedAt = performance.now();
  const { ok, output } = await Promise.try(run).catch((error) => outcome([String(error)]));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!ok) console.log(`\n${output}\n`);
  return ok;
}

await runCommand(async () => {
  parseCommandLine(process.argv.slice(2), usage, {});
  const results: boolean[] = [];
  const remaining = steps.values();
  const runRemaining = async () => {
    for (const [name, run] of remaining) results.push(await report(name, run));
  };
  // Most steps keep one processor busy.
  await Promise.all([runRemaining(), runRemaining()]);
  process.exitCode = results.every(Boolean) ? 0 : 1;
});
