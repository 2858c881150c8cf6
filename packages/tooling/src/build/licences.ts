import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../repository.ts';
import type { Manifest } from './bill-of-materials.ts';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** The folders of the packages that files belong to. @param files relative to the repository */
export function packageFolders(files: string[]): string[] {
  const folders = new Set(files.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  return [...folders].map((folder) => join(repositoryFolder, folder));
}

/** The licence texts of every bundled package, which the licences require to be distributed. */
export async function licences(files: string[]): Promise<string> {
  const texts = await Promise.all(packageFolders(files).map(licence));
  return texts.sort().join('\n');
}

async function licence(path: string): Promise<string> {
  const manifest: Manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const names = (await readdir(path)).filter((name) => LICENCE.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')));
  const { name, version, license = 'see below' } = manifest;
  return `${'='.repeat(80)}\n${name} ${version}: ${license}\n\n${texts.join('\n')}`;
}
