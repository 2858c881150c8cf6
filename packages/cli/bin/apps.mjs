#!/usr/bin/env node
// In the packed command line this loads the bundle, or prints the help that the build has written. In the
// repository it runs the TypeScript source on the Node.js that the repository pins. Plain JavaScript, because
// it runs on Node.js 20.
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const isRepository = existsSync(source);

if (isRepository) await runSource();
else if (!printHelp(process.argv.slice(2))) await runBundle();

/** Whether the arguments are those of a command's help. */
function printHelp(args) {
  if (!['--help', '-h'].includes(args.at(-1))) return false;
  const texts = JSON.parse(readFileSync(new URL('../dist/help.json', import.meta.url), 'utf8'));
  const command = args.slice(0, -1).join(' ');
  if (!Object.hasOwn(texts, command)) return false;
  process.stdout.write(`${texts[command]}\n`);
  return true;
}

async function runBundle() {
  // Node.js 22.8 and newer keep compiled code, in a folder of the user alone.
  const folder = cacheFolder();
  if (folder) nodeModule.enableCompileCache?.(join(folder, 'app-platform'));
  await import('../dist/apps.js');
}

/** The XDG base directory, which is ignored where it is relative. Undefined for a user without a home. */
function cacheFolder() {
  // biome-ignore lint/style/noProcessEnv: it is read before the program with its config.ts is loaded
  const { XDG_CACHE_HOME = '' } = process.env;
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  try {
    const home = homedir();
    return isAbsolute(home) ? join(home, '.cache') : undefined;
  } catch {
    return undefined;
  }
}

async function runSource() {
  const { spawn } = await import('node:child_process');
  const { constants } = await import('node:os');
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = fileURLToPath(new URL(`../../../node_modules/node/bin/${name}`, import.meta.url));
  const child = spawn(node, [source, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to the child too.
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
  });
  child.on('error', () => {
    console.error('Node.js is not installed in the repository. Run: npm start');
    process.exitCode = 1;
  });
}
