import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;
const HELP_LINE = '  -h, --help  print this';

/** What a command says instead of doing its work. */
export class UsageNotice extends Error {
  readonly isAskedFor: boolean;

  constructor(text: string, options: ErrorOptions & { isAskedFor?: boolean } = {}) {
    super(text, options);
    this.isAskedFor = options.isAskedFor ?? false;
  }
}

/**
 * What a command was given.
 * @param usage how it is used; it need not mention `--help`, which every command has
 * @throws UsageNotice where that was asked for, and where something was given that it does not take
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  usage: string,
  options: Options,
  allowPositionals = false,
) {
  const whole = `${usage}\n\n${HELP_LINE}`;
  // Before all else: whoever asks how a command is used may have the rest of the line wrong.
  if (parseArgs({ args, options: HELP, strict: false }).values.help) {
    throw new UsageNotice(whole, { isAskedFor: true });
  }
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UsageNotice(`${message}\n\n${whole}`, { cause });
  }
}

/** Runs a command. What it throws is told without a stack, and makes it end with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageNotice && error.isAskedFor) {
      console.log(message);
    } else {
      console.error(message);
      process.exitCode = 1;
    }
  }
}
