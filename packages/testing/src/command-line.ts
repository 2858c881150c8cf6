import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;
const HELP_LINE = '  -h, --help  print this';

/** Ends a command with a message instead of its work. */
export class UsageNotice extends Error {
  readonly isAskedFor: boolean;

  constructor(text: string, options: ErrorOptions & { isAskedFor?: boolean } = {}) {
    super(text, options);
    this.isAskedFor = options.isAskedFor ?? false;
  }
}

/**
 * Parses the arguments of a command.
 * @param usage how it is used; it need not mention `--help`, which every command has
 * @throws UsageNotice for `--help` and for an unknown argument
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  usage: string,
  options: Options,
  allowPositionals = false,
) {
  const whole = `${usage}\n\n${HELP_LINE}`;
  // First, because the rest of the line may be wrong where help is asked for.
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

/** Runs a command. An error prints its message without a stack and sets exit code 1. */
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
