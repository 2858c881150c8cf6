/** `npm run bench`: both services against what they are built on, as ratios of one run. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, UsageNotice } from '@app-platform/testing/command-line';
import { Child } from '@app-platform/testing/processes/child';
import { measureCommandLine } from './command-line-run.ts';
import { fleetSuite } from './fleet-rows.ts';
import { type Figure, measureRow, type Suite } from './measure.ts';
import { measureMemory } from './memory-run.ts';
import { type BenchOptions, readBenchOptions } from './options.ts';
import { registrySuites } from './registry-rows.ts';
import { figureLine, jsonOf, table } from './report.ts';
import { startServers } from './servers.ts';
import { tokenSuite } from './token-rows.ts';

const LONG_WINDOWS = { rounds: 5, seconds: 0.8, warmUpRequests: 10_000 };
const SHORT_WINDOWS = { rounds: 3, seconds: 0.5, warmUpRequests: 2_000 };
const suites: Suite[] = [...registrySuites, fleetSuite, tokenSuite];

const report = (text: string) => console.error(text);
const interrupted = new AbortController();

async function bench(options: BenchOptions): Promise<Figure[]> {
  const isWanted = (name: string) => options.only.test(name);
  const wanted = suites.filter(({ rowNames }) => rowNames.some(isWanted));
  if (wanted.length === 0) {
    throw new UsageNotice(`No row has ${options.only} in its name. See --list.`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-bench-'));
  // PostgreSQL runs as a user of its own.
  await chmod(folder, 0o755);
  const figures: Figure[] = [];
  try {
    if (options.commandLineRounds > 0) {
      console.log((await measureCommandLine(folder, options.commandLineRounds)).join('\n'));
      return [];
    }
    const servers = await startServers(folder, report);
    if (options.memoryMinutes > 0) {
      console.log((await measureMemory(servers, options.memoryMinutes)).join('\n'));
      return [];
    }
    for (const suite of wanted) {
      const rows = (await suite.start(servers)).filter(({ name }) => isWanted(name));
      for (const row of rows) {
        interrupted.signal.throwIfAborted();
        report(`${row.name}…`);
        const measured = await measureRow(row, options.isShort ? SHORT_WINDOWS : LONG_WINDOWS);
        for (const figure of measured) report(`  ${figureLine(figure)}`);
        figures.push(...measured);
      }
    }
    return figures;
  } finally {
    await Child.endAll();
    if (options.keepsFolder) report(`Kept: ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.abort(new Error('Interrupted.')));
}
await runCommand(async () => {
  const options = readBenchOptions();
  if (options.isList) {
    console.log(suites.flatMap(({ rowNames }) => rowNames).join('\n'));
    return;
  }
  const figures = await bench(options);
  if (figures.length > 0) console.log(table(figures));
  if (options.isJson) console.log(jsonOf(figures));
});
// The schema engine leaves a timer behind that would keep the process alive for ten seconds.
process.exit();
