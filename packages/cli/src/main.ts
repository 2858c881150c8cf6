import { spawn } from 'node:child_process';
import { readConfig, readUsesProxy } from './config.ts';
import { hasCode } from './failure.ts';
import { runApps } from './program.ts';
import { type CommandContext, reportFailure } from './run-command.ts';

const output = {
  print: (text: string) => console.log(text),
  notify: (text: string) => console.error(text),
  setExitCode: (code: number) => {
    process.exitCode = code;
  },
};

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C ends the program, as where nothing is asked.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // The end of standard input is no answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return (await Promise.race([terminal.question(question), ended])).trim();
  } finally {
    terminal.close();
  }
}

/** The address is shown too, so a machine without a browser is no failure. */
function openBrowser(address: string): void {
  const [program, ...args] = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  }[process.platform as string] ?? ['xdg-open'];
  spawn(program ?? '', [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

/** Ends where nobody reads the output any more, as `apps logs | head` does. */
process.stdout.on('error', (error) => {
  if (!hasCode(error, 'EPIPE')) throw error;
  process.exit();
});

const args = process.argv.slice(2);
try {
  const context: CommandContext = {
    config: readConfig(),
    folder: process.cwd(),
    isTerminal: Boolean(process.stdin.isTTY && process.stderr.isTTY),
    ...output,
    ask,
    readInput: async () => (await import('node:stream/consumers')).buffer(process.stdin),
    openBrowser,
  };
  if (readUsesProxy()) await (await import('./session/proxy.ts')).useProxyOfEnvironment();
  await runApps(args, context);
} catch (error) {
  await reportFailure(error, args.includes('--json') ? { json: true } : {}, output);
}
