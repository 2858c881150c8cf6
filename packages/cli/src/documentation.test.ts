import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { usageOf } from './command-name.ts';
import { exitCodes, exitMeanings } from './failure.ts';
import { ownErrors } from './own-errors.ts';
import { appsProgram } from './program.ts';
import type { Surroundings } from './run-command.ts';

const page = await readFile(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8');

/** No command runs here. */
const surroundings = { config: {} } as Surroundings;

/** The commands that do something, by how they are called. */
function usages(command: Command): { usage: string; options: string[] }[] {
  if (command.commands.length > 0) {
    return command.commands.flatMap((one) => usages(one));
  }
  return [{ usage: usageOf(command), options: command.options.map(({ flags }) => flags) }];
}

it('docs/cli.md has every command with its options, and no other', () => {
  const rows = page.split('\n').flatMap((line) => {
    const [, usage] = /^\| `(apps [^`]+)`/.exec(line) ?? [];
    const options = [...line.matchAll(/`(--[^`]+)`/g)].map(([, flags]) => flags);
    return usage ? [{ usage, options }] : [];
  });
  expect(rows).toEqual(usages(appsProgram(surroundings)));
});

it('docs/cli.md has every error of this program', () => {
  const rows = [...page.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(Object.entries(ownErrors));
});

it('docs/cli.md has every exit code', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  const known = Object.entries(exitCodes).map(([name, code]) => [
    String(code),
    exitMeanings[name as keyof typeof exitCodes],
  ]);
  expect(rows).toEqual(known);
});
