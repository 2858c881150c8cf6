import { resolve } from 'node:path';
import { parseCommandLine, UsageNotice } from '@app-platform/testing/command-line';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';

const usage = `Usage: npm run test:faults -- [options]

  --short          each fault once and briefly, for CI (about four minutes)
  --rounds N       how often each fault is repeated in the long run (default 3)
  --only TEXT      only the faults whose name contains TEXT
  --failover       fail-overs of PostgreSQL under Patroni and of Redis under sentinels instead
                   (needs Debian's patroni and etcd-server too; about ten minutes)
  --soak MINUTES   mixed load without faults instead, with memory, handles and latency sampled
  --results FOLDER where figures go (default .data/faults)
  --keep           keeps the temporary folder with everybody's logs

It needs Linux and Debian's packages postgresql, redis-server, haproxy and faketime, whose programs
it starts itself, on ports and in folders of its own.`;

export type FaultsConfig = {
  isShort: boolean;
  rounds: number;
  /** Part of the names of the faults to make; empty for all. */
  only: string;
  /** Fail-overs of the storage instead of the other faults. */
  isFailover: boolean;
  /** 0 for faults instead of a soak. */
  soakMinutes: number;
  resultsFolder: string;
  keepsFolder: boolean;
};

/** @throws Error that says how the command is used */
export function readFaultsConfig(parameters = process.argv.slice(2)): FaultsConfig {
  const { values } = parseOptions(parameters);
  const rounds = Number(values.rounds);
  const soakMinutes = Number(values.soak);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1_000) {
    throw new UsageNotice(`--rounds must be a whole number from 1 to 1000.\n\n${usage}`);
  }
  if (!(soakMinutes >= 0 && soakMinutes <= 10_000)) {
    throw new UsageNotice(`--soak must be a number of minutes.\n\n${usage}`);
  }
  return {
    isShort: values.short,
    rounds: values.short ? 1 : rounds,
    only: values.only,
    isFailover: values.failover,
    soakMinutes,
    resultsFolder: resolve(repositoryFolder, values.results),
    keepsFolder: values.keep,
  };
}

function parseOptions(args: string[]) {
  return parseCommandLine(args, usage, {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    failover: { type: 'boolean', default: false },
    soak: { type: 'string', default: '0' },
    results: { type: 'string', default: '.data/faults' },
    keep: { type: 'boolean', default: false },
  });
}
