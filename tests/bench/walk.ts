/** Prints how many files and functions of services and packages one request runs, as V8 counts them. */
import { Session } from 'node:inspector/promises';
import { parseCommandLine, runCommand, UsageNotice } from '@app-platform/testing/command-line';
import setUp from '@app-platform/testing/databases/global-setup';
import tearDown from '@app-platform/testing/databases/global-teardown';
import { postJson } from '@app-platform/testing/http/api-caller';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const usage = `Usage: npm run walk -- register|install|refresh [--files]

Counts the files and functions of services and packages that a request runs through.

  --files  print the files too`;

/** Background tasks run during some repetitions, and only the first fills caches. */
const REPETITIONS = 5;
const OWN_FILE = /\/((?:services|packages)\/(?!client\/|testing\/|tooling\/)[^/]+\/src\/.+)$/;

type Send = () => Promise<unknown>;

/** What a request needs is prepared before its function is returned, and is not counted. */
const requests: Record<string, (platform: Platform) => Promise<Send>> = {
  register: async (platform) => {
    const { apiKey, name } = await newExternalApp(platform);
    const definition = { app: name, version: '0.0.2', title: 'Order tracker' };
    return () => postJson(`${platform.baseUrl}/v1/apps/available`, apiKey, definition);
  },
  install: async (platform) => {
    const app = await newExternalApp(platform);
    return () => app.install();
  },
  refresh: async (platform) => {
    const { app, tokens } = await authorizedApp(platform);
    const fields = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    return async () => {
      const { status } = await app.token(fields);
      if (status !== 200) throw new Error(`The refresh was answered ${status}`);
    };
  },
};

/** @returns `FILE FUNCTION OFFSET` of each function that runs while the request is answered */
async function functionsRun(session: Session, send: Send): Promise<string[]> {
  // Reading the counters resets them.
  await session.post('Profiler.takePreciseCoverage');
  await send();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.flatMap(({ url, functions }) => {
    const file = OWN_FILE.exec(url)?.[1];
    return functions.flatMap(({ functionName, ranges: [range] }) =>
      file && range && range.count > 0 ? [`${file} ${functionName} ${range.startOffset}`] : [],
    );
  });
}

async function walk(prepare: (platform: Platform) => Promise<Send>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const platform = await startPlatform();
  try {
    let common: string[] | undefined;
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const run = await functionsRun(session, await prepare(platform));
      common = common?.filter((one) => run.includes(one)) ?? run;
    }
    return common ?? [];
  } finally {
    await platform.close();
  }
}

await runCommand(async () => {
  const options = { files: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseCommandLine(process.argv.slice(2), usage, options, true);
  const [name = ''] = positionals;
  const prepare = requests[name];
  if (!prepare) throw new UsageNotice(usage);
  await setUp();
  try {
    const functions = await walk(prepare);
    const files = new Set(functions.map((one) => one.split(' ', 1).join()));
    if (values.files) for (const file of [...files].sort()) console.log(file);
    console.log(`${name}: ${files.size} files, ${functions.length} functions`);
  } finally {
    await tearDown();
  }
});
