import type { Command } from 'commander';

/** What may follow a command. */
export type CommandWords = {
  /** The names of the command and of those above it, each after a space; empty for the program. */
  path: string;
  words: { word: string; description: string }[];
};

/** Every command of a program with what its help shows: subcommands, choices of arguments, and options. */
export function completionWords(command: Command, path = ''): CommandWords[] {
  const help = command.createHelp();
  help.showGlobalOptions = true;
  const subcommands = help
    .visibleCommands(command)
    .map((one) => ({ word: one.name(), description: one.description() }));
  const choices = help
    .visibleArguments(command)
    .flatMap(({ argChoices = [], description }) =>
      argChoices.map((word) => ({ word, description })),
    );
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(
    ({ long, description }) => (long ? [{ word: long, description }] : []),
  );
  return [
    { path, words: [...subcommands, ...choices, ...options] },
    ...command.commands.flatMap((one) => completionWords(one, `${path} ${one.name()}`)),
  ];
}
