import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { buffer } from 'node:stream/consumers';
import { readConfig, readUsesProxy } from './config.ts';
import { runApps } from './program.ts';
import { reportFailure, type Surroundings } from './run-command.ts';
import { useProxyOfEnvironment } from './session/proxy.ts';

const output = {
  print: (text: string) => console.log(text),
  notify: (text: string) => console.error(text),
  setExitCode: (code: number) => {
    process.exitCode = code;
  },
};

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C ends the program, as where nothing is asked.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // The end of standard input is no answer.
  const ended = once(terminal, 'close').then(() => '');
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

const args = process.argv.slice(2);
try {
  const surroundings: Surroundings = {
    config: readConfig(),
    folder: process.cwd(),
    isTerminal: Boolean(process.stdin.isTTY && process.stderr.isTTY),
    ...output,
    ask,
    readInput: () => buffer(process.stdin),
    openBrowser,
  };
  if (readUsesProxy()) await useProxyOfEnvironment();
  await runApps(args, surroundings);
} catch (error) {
  await reportFailure(error, args.includes('--json') ? { json: true } : {}, output);
}
