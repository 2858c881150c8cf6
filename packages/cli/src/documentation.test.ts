import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { usageOf } from './command-name.ts';
import { exitCodes, exitMeanings } from './failure.ts';
import { ownErrors } from './own-errors.ts';
import { appsProgram } from './program.ts';
import type { CommandContext } from './run-command.ts';

const page = await readFile(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8');

/** No command runs here. */
const context = { config: {} } as CommandContext;

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
  expect(rows).toEqual(usages(appsProgram(context)));
});

/** The command of a program that words name, and the words after it. */
function commandOf(program: Command, words: readonly string[]): [Command, readonly string[]] {
  const [first, ...others] = words;
  const named = program.commands.find((one) => one.name() === first);
  return named ? commandOf(named, others) : [program, words];
}

describe('the comparison of docs/cli.md', () => {
  const [, section = ''] = page.split('## Comparison with other command lines');
  const [header = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const program = appsProgram(context);

  it('has a column of ours and five of others', () => {
    expect(header).toEqual([
      'task',
      '`apps`',
      'Shopify CLI',
      'Slack CLI',
      'Forge CLI',
      'zcli',
      'npm',
    ]);
    expect(rows.map((cells) => cells.length)).toEqual(rows.map(() => header.length));
  });

  it.each(rows)('%s: %s is a command with these options', (_task, own = '') => {
    const [, words = ''] = /^`apps ([^`]+)`$/.exec(own) ?? [];
    const [command, options] = commandOf(program, words.split(' '));
    const known = command.options.map(({ long }) => long);
    expect(options.filter((one) => !known.includes(one))).toEqual([]);
    // Of a command with subcommands one of these is named; the program has an option.
    expect(command === program ? options.length : command.commands.length).toBe(
      command === program ? 1 : 0,
    );
  });

  it('names each program in its own column', () => {
    const programs = ['apps', 'shopify', 'slack', 'forge', 'zcli', 'npm'];
    for (const [, ...cells] of rows) {
      for (const [index, cell] of cells.entries()) {
        expect(cell).toMatch(new RegExp(`^(–|\`${programs[index]} [^\`]+\`(, \`[^\`]+\`)*)$`));
      }
    }
  });
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
