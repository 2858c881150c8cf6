import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { toolEnvironment } from '../config.ts';
import { repositoryFolder } from '../repository.ts';

export type Outcome = { ok: boolean; output: string };

/** The programs of the tools. The links in `.bin` are shell scripts, which do not run on every system. */
const programs = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  redocly: '@redocly/cli/bin/cli.js',
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
