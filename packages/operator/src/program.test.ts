import { expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { exportCommand, importCommand } from './move/move-commands.ts';
import { operatorProgram } from './program.ts';

const unused = () => Promise.reject(new Error('no command runs here'));
const moves = {
  databasesToExport: unused,
  databasesToImport: unused,
  print: () => undefined,
  reportProgress: () => undefined,
};
const program = operatorProgram({ registry: unused, oauth: unused, ...moves })
  .addCommand(exportCommand(moves))
  .addCommand(importCommand(moves));

/** The commands that do something, by their full names. */
function commandsOf(command: Command, path: string[] = []): [string, Command][] {
  if (command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((one) => commandsOf(one, [...path, one.name()]));
}

const commands = commandsOf(program);

it('has the commands of its contract', () => {
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'organization create',
      'organization verify',
      'organization unverify',
      'organization suspend',
      'organization resume',
      'organization export',
      'organization delete',
      'api-key create',
      'user create',
      'user invite',
      'user list',
      'user show',
      'user roles',
      'user password',
      'user disable',
      'user enable',
      'user end-sessions',
      'user delete',
      'app tag',
      'app block',
      'app unblock',
      'name reserve',
      'name release',
      'name list',
      'keys list',
      'keys rotate',
      'usage',
      'apply',
      'export',
      'import',
    ]),
  );
});

it.each(commands)('%s prints JSON with --json, and is described', (_name, command) => {
  expect(command.options.map(({ long }) => long)).toContain('--json');
  expect(command.description()).not.toBe('');
});
