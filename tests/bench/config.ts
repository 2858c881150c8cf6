import { join, resolve } from 'node:path';
import { parseCommandLine, UsageNotice } from '@app-platform/workbench/command-line';

const USUAL_SERVER = 'postgresql://postgres@127.0.0.1:5432/postgres';
const USUAL_REPORT = join(import.meta.dirname, '../../.bench');
const USUAL_REDIS = 'redis://127.0.0.1:6379';

/** The map that token requests are compared with keeps no more records than those of three seconds. */
const MOST_SECONDS = 3;

const usage = `Usage: npm run bench -- [options]

  --rounds N       how often each measurement is repeated (default 5)
  --seconds N      how long one measurement takes, at most ${MOST_SECONDS} (default 0.75)
  --only TEXT      only the work whose name contains TEXT
  --profile FOLDER write CPU profiles of both services there; its figures then count for nothing
  --report FOLDER  where the ratios are written as a table and a plot, and compared with those of
                   the last run (default .bench)
  --json           print the ratios as JSON, as the last line

TEST_DATABASE_URL names the PostgreSQL server (default ${USUAL_SERVER}),
TEST_REDIS_URL the Redis server (default ${USUAL_REDIS}).`;

export type BenchConfig = {
  serverUrl: string;
  redisUrl: string;
  rounds: number;
  seconds: number;
  /** Part of the names of the work to measure; empty for all. */
  only: string;
  profileFolder: string | undefined;
  reportFolder: string;
  json: boolean;
};

/** @throws Error that says how the benchmark is used */
export function readBenchConfig(parameters = process.argv.slice(2), environment = process.env) {
  const { values } = parseOptions(parameters);
  const config: BenchConfig = {
    serverUrl: environment.TEST_DATABASE_URL || USUAL_SERVER,
    redisUrl: environment.TEST_REDIS_URL || USUAL_REDIS,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    only: values.only,
    profileFolder: values.profile,
    reportFolder: resolve(values.report),
    json: values.json,
  };
  if (!Number.isInteger(config.rounds) || config.rounds < 1 || config.rounds > 100) {
    throw new UsageNotice(`--rounds must be a whole number from 1 to 100.\n\n${usage}`);
  }
  if (!(config.seconds >= 0.1 && config.seconds <= MOST_SECONDS)) {
    throw new UsageNotice(`--seconds must be a number from 0.1 to ${MOST_SECONDS}.\n\n${usage}`);
  }
  return config;
}

function parseOptions(args: string[]) {
  return parseCommandLine(args, usage, {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.75' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
    report: { type: 'string', default: USUAL_REPORT },
    json: { type: 'boolean', default: false },
  });
}

/**
 * What every measured process gets and nothing else, so that a variable of the shell, such as
 * NODE_OPTIONS, does not decide a ratio.
 */
export function processEnvironment(environment = process.env): Record<string, string> {
  return { PATH: environment.PATH ?? '', NODE_ENV: 'production' };
}
