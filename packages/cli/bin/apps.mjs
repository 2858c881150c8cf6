#!/usr/bin/env node
// In the packed command line this loads the bundle. In the repository it runs the TypeScript source on the
// Node.js that the repository pins. Plain JavaScript, because it runs on Node.js 20.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const isRepository = existsSync(source);

if (isRepository) runSource();
else await import('../dist/apps.js');

function runSource() {
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
