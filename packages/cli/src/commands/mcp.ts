import type { Command } from 'commander';
import { type CommandContext, type GlobalOptions, reportFailure } from '../run-command.ts';
import { addressesOf } from '../session/registry.ts';

type Options = GlobalOptions & { write?: true };

/** @param runCommand runs any command of the program */
export function addMcpCommand(
  program: Command,
  context: CommandContext,
  runCommand: (args: string[], context: CommandContext) => Promise<void>,
): void {
  program
    .command('mcp')
    .description('Serve the documentation and these commands to an assistant, by MCP over stdio.')
    .option('--write', 'let the assistant carry out the fixes of the linter in files')
    .action(async (_options: object, command: Command) => {
      const { profile, write = false, json } = command.optsWithGlobals<Options>();
      try {
        const addresses = await addressesOf(context.config, profile);
        const { folder, notify } = context;
        const run = (args: string[]) => outputOf(args, profile);
        // The library is large, and no other command needs it.
        const { serveMcp } = await import('../mcp/serve-mcp.ts');
        serveMcp({ addresses, folder, write, notify, run });
      } catch (error) {
        await reportFailure(error, json ? { json } : {}, context);
      }
    });

  /** What a command prints. Standard output itself belongs to the protocol. */
  async function outputOf([name = '', ...args]: string[], profile: string): Promise<string> {
    const printed: string[] = [];
    await runCommand([name, '--json', `--profile=${profile}`, ...args], {
      ...context,
      isTerminal: false,
      print: (text) => void printed.push(text),
      setExitCode: () => undefined,
    });
    return printed.join('\n');
  }
}
