import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../repository.ts';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

type Manifest = { name: string; version: string; license?: string };

/** The licence texts of every bundled package, which the licences require to be distributed. */
export async function licences(files: string[]): Promise<string> {
  const folders = new Set(files.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  const texts = await Promise.all([...folders].map((folder) => licence(folder)));
  return texts.sort().join('\n');
}

async function licence(folder: string): Promise<string> {
  const path = join(repositoryFolder, folder);
  const manifest: Manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const names = (await readdir(path)).filter((name) => LICENCE.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')));
  const { name, version, license = 'see below' } = manifest;
  return `${'='.repeat(80)}\n${name} ${version}: ${license}\n\n${texts.join('\n')}`;
}
