import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { repository } from './repository.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const ORPHAN_POLL_MILLISECONDS = 500;

/**
 * Runs a program with this process's input and output, and forwards signals to it.
 * @returns the exit code
 */
export async function runInForeground(program, args, env) {
  const { code } = await run(program, args, { stdio: 'inherit', env });
  return code;
}

/** Runs a program without showing its output. @returns its exit code and its output */
export function runQuietly(program, args, env) {
  // npm and pnpm are scripts on Windows, which only a shell starts.
  const shell = process.platform === 'win32';
  return run(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, shell });
}

function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: repository, ...options });
    const stopForwarding = forwardSignals(child);
    const stopWatching = endWhenOrphaned(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => {
      stopForwarding();
      stopWatching();
      reject(error);
    });
    child.on('close', (code, signal) => {
      stopForwarding();
      stopWatching();
      resolve({ code: signal ? 128 + constants.signals[signal] : code, signal, output });
    });
  });
}

function forwardSignals(child) {
  const forward = (signal) => {
    // A terminal has sent Ctrl-C to the child already, and twice may mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  return () => {
    for (const signal of SIGNALS) process.off(signal, forward);
  };
}

/**
 * A signal to npm ends the shell between npm and this process and does not reach this process. The
 * changed parent shows it.
 */
function endWhenOrphaned(child) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    child.kill('SIGTERM');
  }, ORPHAN_POLL_MILLISECONDS);
  return () => clearInterval(watching);
}
