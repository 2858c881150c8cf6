import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repositoryFolder, sourceFiles } from '../repository.ts';
import { type Outcome, outcome } from './tools.ts';

const TOP_LEVEL =
  /^(\..+|package\.json|pnpm-workspace\.yaml|pnpm-lock\.yaml|services|packages|prisma|deploy|tests|docs|README\.md|CHANGELOG\.md|LICENSE)$/;
const DRAWER = /(^|\/)(utils?|helpers?|common|misc|managers?)(\.[a-z.]+)?$/;
const EXACT_VERSION = /^(workspace:\*|\d+\.\d+\.\d+(-[\w.-]+)?)$/;

/** Checks the rules of this repository that no tool has. */
export function houseRules(): Outcome {
  const files = sourceFiles();
  return outcome([
    ...misplaced(files),
    ...drawers(files),
    ...files.filter((path) => basename(path) === 'package.json').flatMap(looseVersions),
    ...downloadAddresses(),
  ]);
}

function misplaced(files: string[]): string[] {
  const top = new Set(files.map((path) => path.split('/', 1).join()));
  return [...top]
    .filter((name) => !TOP_LEVEL.test(name))
    .map((name) => `${name} does not belong at the top of the repository`);
}

function drawers(files: string[]): string[] {
  const parts = files.flatMap((path) => {
    const names = path.split('/');
    return names.map((_, index) => names.slice(0, index + 1).join('/'));
  });
  return [...new Set(parts)]
    .filter((path) => DRAWER.test(path))
    .map((path) => `${path} is a collective name: name it after its content`);
}

function looseVersions(path: string): string[] {
  const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(read(path));
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => `${path}: ${name} is at ${version}, which is not an exact version`);
}

/** Download addresses would bind every installation to one package registry. */
function downloadAddresses(): string[] {
  return /\b(tarball|resolved):/.test(read('pnpm-lock.yaml'))
    ? ['pnpm-lock.yaml records download addresses']
    : [];
}

function read(path: string): string {
  return readFileSync(join(repositoryFolder, path), 'utf8');
}
