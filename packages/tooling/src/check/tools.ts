import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { toolEnvironment } from '../config.ts';
import { repositoryFolder, sourceFiles } from '../repository.ts';

export type Outcome = { ok: boolean; output: string };

/** The programs of the tools. The links in `.bin` are shell scripts, which do not run on every system. */
const programs = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  redocly: '@redocly/cli/bin/cli.js',
  squawk: 'squawk-cli/js/bin/squawk',
  spectral: '@stoplight/spectral-cli/dist/index.js',
  typescript: 'typescript/bin/tsc',
};

/** Runs a tool at the top of the repository and returns its output. */
export async function runTool(name: keyof typeof programs, args: string[]): Promise<Outcome> {
  const program = join(repositoryFolder, 'node_modules', programs[name]);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: repositoryFolder,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, ...output] = await Promise.all([
    new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    }),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { ok: code === 0, output: output.join('').trim() };
}

/** The outcome is ok if there are no findings. */
export function outcome(findings: string[]): Outcome {
  return { ok: findings.length === 0, output: findings.join('\n') };
}

const PROJECT = /(^|\/)tsconfig\.json$/;
/** Compiled where they are written, in tests/flow/templates.test.ts. */
const TEMPLATE = /^packages\/cli\/templates\//;
const PACKAGE = /^(packages|services)\/[^/]+\/package\.json$|^tests\/package\.json$/;

const holdsModules = (folder: string, files: string[]) =>
  files.some((path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path));

/** Checks each package with modules as a project of its own, like an editor. */
export async function checkTypes(): Promise<Outcome> {
  const files = sourceFiles();
  const projects = files
    .filter((path) => PROJECT.test(path) && !TEMPLATE.test(path))
    .map((path) => dirname(path));
  const unchecked = files
    .filter((path) => PACKAGE.test(path))
    .map((path) => dirname(path))
    .filter((folder) => !projects.includes(folder) && holdsModules(folder, files));
  const findings = unchecked.map((folder) => `${folder} has no tsconfig.json`);
  for (const project of projects) {
    const { ok, output } = await runTool('typescript', ['--project', project]);
    if (!ok) findings.push(output);
  }
  return outcome([...new Set(findings.flatMap((finding) => finding.split('\n')))]);
}

/** The committed documents, which the services serve too. */
const documents = ['docs/api/registry.openapi.json', 'docs/api/oauth.openapi.json'];

/** Lints OpenAPI documents by the recommended rules of Redocly and Spectral; a warning fails too. */
export async function lintApiDocuments(files = documents): Promise<Outcome> {
  const results = await Promise.all([
    runTool('redocly', ['lint', '--config', 'packages/tooling/redocly.yaml', ...files]),
    runTool('spectral', [
      'lint',
      '--quiet',
      '--ruleset=packages/tooling/spectral.json',
      '--fail-severity=hint',
      ...files,
    ]),
  ]);
  return outcome(results.filter(({ ok }) => !ok).map(({ output }) => output));
}
