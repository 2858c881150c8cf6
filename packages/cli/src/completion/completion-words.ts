import type { Command } from 'commander';

/** What may follow a command. */
export type CommandWords = {
  /** The names of the command and of those above it, each after a space; empty for the program. */
  path: string;
  words: { word: string; description: string }[];
};

/** Every command of a program with its subcommands, its options and the choices of its arguments. */
export function completionWords(program: Command): CommandWords[] {
  const shared = optionsOf(program);
  return wordsBelow(program, '', shared);
}

function wordsBelow(command: Command, path: string, shared: CommandWords['words']): CommandWords[] {
  const { commands, registeredArguments } = command;
  const subcommands = commands.map((one) => ({
    word: one.name(),
    description: one.description(),
  }));
  const choices = registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, description })),
  );
  const options = path === '' ? [] : optionsOf(command);
  const help = { word: '--help', description: 'display help for command' };
  return [
    { path, words: [...subcommands, ...choices, ...options, ...shared, help] },
    ...commands.flatMap((one) => wordsBelow(one, `${path} ${one.name()}`, shared)),
  ];
}

function optionsOf({ options }: Command): CommandWords['words'] {
  return options.flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));
}
