import { existsSync } from 'node:fs';
import {
  foldersIn,
  hash,
  inRepository,
  isStamped,
  pinnedNode,
  readText,
  repository,
  SetupError,
  say,
  stamp,
} from './repository.mjs';
import { runQuietly } from './run-process.mjs';

const STEP = 'installed';
/** Settings that npm passes to scripts and that pnpm would apply to itself. */
const OF_THE_CALLER =
  /^npm_config_(prefix|local_prefix|global|loglevel|omit|include|production|workspaces?)$/i;

export async function packagesAreInstalled() {
  return existsSync(pinnedNode) && (await isStamped(STEP, await manifestHash()));
}

export async function installPackages() {
  const first = !existsSync(inRepository('node_modules/.modules.yaml'));
  say(first ? 'Installing packages (first run, about a minute)…' : 'Updating packages…');
  const { packageManager } = JSON.parse(await readText('package.json'));
  const args = ['install', '--frozen-lockfile', '--config.confirm-modules-purge=false'];
  const { code, signal, output } = await runQuietly(
    'npx',
    ['--yes', packageManager, ...args],
    installEnvironment(),
  ).catch(() => {
    throw new SetupError('npm was not found. It comes with Node.js: https://nodejs.org');
  });
  if (signal) process.exit(code);
  if (code !== 0) throw new SetupError(`${output.trim()}\n\n${advice(output, packageManager)}`);
  if (!existsSync(pinnedNode)) throw new SetupError(missingNode(packageManager));
  await stamp(STEP, await manifestHash());
}

/** Hash of the files that determine the installed packages. */
async function manifestHash() {
  const folders = await Promise.all(['packages', 'services'].map(foldersIn));
  const manifests = ['.', 'tests', ...folders.flat()].map((folder) => `${folder}/package.json`);
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests.sort()];
  return hash([process.platform, process.arch, await Promise.all(files.map(readText))]);
}

function installEnvironment() {
  const inherited = Object.entries(process.env).filter(
    // NODE_ENV=production would leave out the Node.js that everything runs on.
    ([name]) => name !== 'NODE_ENV' && !OF_THE_CALLER.test(name),
  );
  return Object.fromEntries(inherited);
}

function advice(output, packageManager) {
  if (output.includes('OUTDATED_LOCKFILE')) {
    return `A package.json has changed and pnpm-lock.yaml has not. Run: npx --yes ${packageManager} install`;
  }
  return `Installing the packages failed; the lines above say why. npm must reach its package registry (behind a proxy: npm config set proxy …, behind a mirror: npm config set registry …). If a broken installation is in the way, delete ${repository}/node_modules, then try again.`;
}

function missingNode(packageManager) {
  return `The packages are installed, but not the Node.js that this repository pins: its install script did not run. If npm's setting ignore-scripts is on, switch it off here, then run: npx --yes ${packageManager} rebuild node`;
}
