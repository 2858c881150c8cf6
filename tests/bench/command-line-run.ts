import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import setUp from '@app-platform/testing/databases/global-setup';
import tearDown from '@app-platform/testing/databases/global-teardown';
import { AppsCommandLine } from '../flow/apps-command-line.ts';
import { newExternalApp } from '../platform/external-app.ts';
import { startPlatform } from '../platform/platform.ts';
import { median } from './measure.ts';

const run = promisify(execFile);

/** Writes the processor time of the process behind everything that it prints. */
const REPORT_TIME = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\n' + (user + system)); });",
)}`;

type Measured = { name: string; parameters: string[]; prepare?: () => Promise<void> };

/**
 * The processor time of commands of the packed command line, Node.js's own included, beside that of a program
 * without a line, and of one that sends a request with Node.js's `fetch` and no more. The registry runs in this process, so its time is not counted.
 * @returns a line for each
 */
export async function measureCommandLine(folder: string, rounds: number): Promise<string[]> {
  await setUp();
  const platform = await startPlatform();
  try {
    const { apiKey } = await newExternalApp(platform);
    const { program } = await AppsCommandLine.unpack(folder, platform);
    const environment = { BASE_URL: platform.baseUrl, API_KEY: apiKey, HOME: folder };
    const empty = join(folder, 'empty.mjs');
    await writeFile(empty, '');
    const fetching = join(folder, 'fetching.mjs');
    await writeFile(fetching, `await (await fetch('${platform.baseUrl}/v1')).text();`);
    const definition = join(folder, 'app.json');
    await run(process.execPath, [program, 'init', definition, '--name', 'measured'], {
      cwd: folder,
    });
    const raise = () => raiseVersion(definition);
    const measured: Measured[] = [
      { name: 'an empty program', parameters: [empty] },
      { name: 'one request by fetch', parameters: [fetching] },
      { name: 'apps --help', parameters: [program, '--help'] },
      { name: 'apps register', parameters: [program, 'register', definition], prepare: raise },
    ];
    const times = new Map<string, number[]>(measured.map(({ name }) => [name, []]));
    // The first round compiles: Node.js keeps what it has compiled.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, parameters, prepare } of measured) {
        await prepare?.();
        const milliseconds = await processorTime(parameters, environment);
        if (round > 0) times.get(name)?.push(milliseconds);
      }
    }
    return describe(times);
  } finally {
    await platform.close();
    await tearDown();
  }
}

async function raiseVersion(file: string): Promise<void> {
  const definition = JSON.parse(await readFile(file, 'utf8'));
  const [patch] = definition.version.split('.').slice(-1);
  await writeFile(file, JSON.stringify({ ...definition, version: `0.0.${Number(patch) + 1}` }));
}

async function processorTime(
  parameters: string[],
  environment: Record<string, string>,
): Promise<number> {
  const { stderr } = await run(process.execPath, ['--import', REPORT_TIME, ...parameters], {
    env: environment,
  });
  return Number(stderr.split('\n').at(-1)) / 1000;
}

function describe(times: Map<string, number[]>): string[] {
  const [smallest = []] = times.values();
  return [...times].map(([name, milliseconds]) => {
    const ratio = median(milliseconds) / median(smallest);
    const [least, most] = [Math.min(...milliseconds), Math.max(...milliseconds)];
    return `${name}: ${median(milliseconds).toFixed(0)} ms of processor time (${least.toFixed(0)}–${most.toFixed(0)}), ${ratio.toFixed(2)} of an empty program`;
  });
}
