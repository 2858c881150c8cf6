import { parseCommandLine } from '@app-platform/testing/command-line';

const usage = `Usage: npm run bench -- [options]

Measures both services against bare Express and bare oidc-provider: requests per CPU-second of every
process on a side, PostgreSQL and Redis included. It needs Linux and Debian's packages postgresql and
redis-server, whose programs it starts itself. A whole run takes about 25 minutes.

  --only PATTERN   only rows whose name contains PATTERN, a regular expression
  --short          three rounds of 0.5 s for each row instead of five of 0.8 s
  --memory MINUTES run both services under the memory limits of their manifests at the busiest hour's rate
                   of docs/operating.md instead; needs root and a memory control group
  --command-line ROUNDS
                   measure the processor time of commands of the command line instead; needs nothing else
  --list           print the names of the rows
  --keep           keep the temporary folder with the logs
  --json           print [{"name","ratio","target"}] as the last line`;

export type BenchOptions = {
  only: RegExp;
  isShort: boolean;
  isList: boolean;
  keepsFolder: boolean;
  isJson: boolean;
  /** 0 for the rows. */
  memoryMinutes: number;
  /** 0 for the rows. */
  commandLineRounds: number;
};

/** @throws UsageNotice */
export function readBenchOptions(parameters = process.argv.slice(2)): BenchOptions {
  const { values } = parseCommandLine(parameters, usage, {
    only: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    memory: { type: 'string', default: '0' },
    'command-line': { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  });
  return {
    only: new RegExp(values.only, 'i'),
    isShort: values.short,
    isList: values.list,
    keepsFolder: values.keep,
    isJson: values.json,
    memoryMinutes: Number(values.memory),
    commandLineRounds: Number(values['command-line']),
  };
}
