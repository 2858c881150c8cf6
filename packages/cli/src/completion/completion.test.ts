import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { appsProgram } from '../program.ts';
import type { CommandContext } from '../run-command.ts';
import { completionWords } from './completion-words.ts';
import { scripts } from './scripts.ts';

/** No command runs here. */
const program = appsProgram({ config: {} } as CommandContext);
const commands = completionWords(program);

/** What Bash proposes for the last of the words. Its start-up files, so bash-completion too, are left out. */
function proposed(...words: string[]): string[] {
  const script = `source <(printf '%s' "$1"); shift
COMP_WORDS=(apps "$@"); COMP_CWORD=$#
_apps; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const options = ['--noprofile', '--norc', '-c', script, 'bash', scripts.bash('apps', commands)];
  const output = execFileSync('bash', [...options, ...words], { encoding: 'utf8', stdio: 'pipe' });
  return output.split('\n').filter(Boolean);
}

const pathsOf = (command: Command, path = ''): string[] => [
  path,
  ...command.commands.flatMap((one) => pathsOf(one, `${path} ${one.name()}`)),
];

describe('completion', () => {
  it.each([
    [['web'], ['webhooks']],
    [['he'], ['help']],
    [['webhooks', 're'], ['redeliver']],
    [['webhooks', 'create', '--e'], ['--event']],
    [['--json', 'secret', 'r'], ['rotate']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', '--help', '--version', '--json', '--profile'],
    ],
    [['logs', 'loyalty', '--f'], ['--follow']],
    [['validate', 'app'], []],
  ])('of bash proposes for %j', (words, expected) => {
    expect(proposed(...words)).toEqual(expected);
  });

  it('of bash is sourced with errors as failures, and prints nothing', () => {
    const script = `set -euo pipefail\n${scripts.bash('apps', commands)}\n`;
    expect(execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })).toBe('');
  });

  it.each(['bash', 'zsh', 'fish'] as const)('of %s has every command with its options', (shell) => {
    const paths = pathsOf(program);
    expect(commands.map(({ path }) => path)).toEqual(paths);
    const script = scripts[shell]('apps', commands);
    for (const path of paths) expect(script).toContain(path);
    for (const word of ['--follow', '--event', 'redeliver']) expect(script).toContain(word);
  });

  it('quotes what a shell would read as its own', () => {
    const strange = [{ path: " it's", words: [{ word: 'a:b', description: "that's \\ $(x)" }] }];
    expect(scripts.zsh('apps', strange)).toContain(String.raw`'a\:b:that'\''s \ $(x)'`);
    expect(scripts.fish('apps', strange)).toContain(String.raw`-a a:b -d 'that\'s \\ $(x)'`);
    expect(scripts.bash('apps', strange)).toContain(String.raw`' it'\''s'`);
  });
});
