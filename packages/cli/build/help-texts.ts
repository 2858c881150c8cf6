import type { Command } from 'commander';
import { appsProgram } from '../src/program.ts';
import type { CommandContext } from '../src/run-command.ts';

const WIDTH = 80;

/** What `--help` prints, by the words before it. The build writes it to a file, which is read without the program. */
export function helpTexts(): Record<string, string> {
  // No command runs here.
  return Object.fromEntries(textsOf(appsProgram({ config: {} } as CommandContext), []));
}

function textsOf(command: Command, words: readonly string[]): [string, string][] {
  const written: string[] = [];
  command.configureOutput({
    writeOut: (text) => void written.push(text),
    getOutHelpWidth: () => WIDTH,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return [
    [words.join(' '), written.join('').trimEnd()],
    ...command.commands.flatMap((one) => textsOf(one, [...words, one.name()])),
  ];
}
