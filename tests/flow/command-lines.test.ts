import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const commands = [
  ...['build', 'check', 'generate', 'migrate', 'seed'].map((name) => ({
    name,
    file: `packages/tooling/src/${name}.ts`,
  })),
  { name: 'bench', file: 'tests/bench/main.ts' },
  { name: 'walk', file: 'tests/bench/walk.ts' },
  { name: 'test:faults', file: 'tests/faults/main.ts' },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-command-lines-'));
});
afterAll(async () => {
  RunningProcess.endAll();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command where a file that it should not write would be found. */
async function run(file: string, ...parameters: string[]) {
  const place = await mkdtemp(join(folder, 'run-'));
  const environment = { DATA_DIR: join(place, 'data'), TMPDIR: place };
  const running = new RunningProcess(
    ['--disable-warning=ExperimentalWarning', join(repositoryFolder, file), ...parameters],
    environment,
    { cwd: place },
  );
  return { ...(await running.finished()), written: await readdir(place) };
}

/** One parser reads the arguments of all commands: `-h` is the same for each. */
const asked = commands.map((command) => ({ ...command, flag: '--help' }));
const [first] = commands;

it.each([...asked, ...(first ? [{ ...first, flag: '-h' }] : [])])(
  'npm run $name -- $flag says how it is used, and does nothing',
  async ({ name, file, flag }) => {
    const { stdout, ...rest } = await run(file, flag);
    expect(rest).toEqual({ code: 0, stderr: '', written: [] });
    expect(stdout).toMatch(new RegExp(`^Usage: npm run (--silent )?${name}\\b`));
    expect(stdout).toContain('--help');
  },
);

it.each(commands)(
  'npm run $name refuses an option that it does not know',
  async ({ name, file }) => {
    const { stderr, ...rest } = await run(file, '--nonsense');
    expect(rest).toEqual({ code: 1, stdout: '', written: [] });
    expect(stderr).toMatch(
      new RegExp(`^Unknown option '--nonsense'[^]*\nUsage: npm run .*${name}`),
    );
    expect(stderr).not.toMatch(/^ +at /m);
  },
);

it('npm run test:faults names the faults there are, before it starts anything for one that is none', async () => {
  const { stderr, ...rest } = await run('tests/faults/main.ts', '--only', 'nosuchfault');
  expect(rest).toEqual({ code: 1, stdout: '', written: [] });
  expect(stderr).toMatch(/^No fault has 'nosuchfault' in its name\. There are:\n {2}/);
  expect(stderr).not.toMatch(/^ +at /m);
});
