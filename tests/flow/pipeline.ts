import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { parse } from 'yaml';

const run = promisify(execFile);

type Step = { name?: string; run?: string; uses?: string; env?: Record<string, string> };
type Workflow = { env: Record<string, string>; jobs: { apps: { steps: Step[] } } };

/** The workflow of GitHub Actions in `docs/cli.md`. */
async function readWorkflow(): Promise<Workflow> {
  const page = await readFile(join(repositoryFolder, 'docs/cli.md'), 'utf8');
  const [, workflow = ''] = /^```yaml\n([\s\S]+?)^```$/m.exec(page) ?? [];
  return parse(workflow);
}

/**
 * Runs the commands of the workflow in `docs/cli.md`, as for a tag, with the Node.js of this machine.
 * @param tarball is installed instead of the published package
 * @param values of `${{ vars.NAME }}` and `${{ secrets.NAME }}`
 * @returns the names of the steps that ran
 */
export async function runPipeline(
  folder: string,
  tarball: string,
  values: Record<string, string>,
): Promise<(string | undefined)[]> {
  const { env, jobs } = await readWorkflow();
  const prefix = join(folder, 'global');
  await mkdir(join(prefix, 'lib'), { recursive: true });
  const paths = (process.env.PATH ?? '').split(delimiter);
  const machine = {
    PATH: [join(prefix, 'bin'), ...paths.filter((one) => !one.includes('node_modules'))].join(
      delimiter,
    ),
    HOME: folder,
    npm_config_prefix: prefix,
    npm_config_offline: 'true',
  };
  const steps = jobs.apps.steps.filter((step) => step.run !== undefined);
  for (const step of steps) {
    const command = step.run?.replace('@app-platform/cli', tarball) ?? '';
    // As the runner does.
    await run('bash', ['-e', '-c', command], {
      cwd: folder,
      env: { ...machine, ...resolved({ ...env, ...step.env }, values) },
    });
  }
  return steps.map(({ name }) => name);
}

function resolved(env: Record<string, string>, values: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ \w+\.(\w+) \}\}/g, (_, variable: string) => values[variable] ?? ''),
    ]),
  );
}
