import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { exitCodes } from './failure.ts';
import { appsProgram } from './program.ts';
import type { Surroundings } from './run-command.ts';

const page = await readFile(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8');

/** No command runs here. */
const surroundings = { config: {} } as Surroundings;

/** The commands that do something, by how they are called. */
function usages(command: Command, name: string): { usage: string; options: string[] }[] {
  if (command.commands.length > 0) {
    return command.commands.flatMap((one) => usages(one, `${name} ${one.name()}`));
  }
  const values = command.registeredArguments.map((one) =>
    one.required ? `<${one.name()}>` : `[${one.name()}]`,
  );
  return [
    { usage: [name, ...values].join(' '), options: command.options.map(({ flags }) => flags) },
  ];
}

it('docs/cli.md has every command with its options, and no other', () => {
  const rows = page.split('\n').flatMap((line) => {
    const [, usage] = /^\| `(apps [^`]+)`/.exec(line) ?? [];
    const options = [...line.matchAll(/`(--[^`]+)`/g)].map(([, flags]) => flags);
    return usage ? [{ usage, options }] : [];
  });
  expect(rows).toEqual(usages(appsProgram(surroundings), 'apps'));
});

it('docs/cli.md has every exit code', () => {
  const codes = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(exitCodes));
});
