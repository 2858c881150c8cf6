import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import parseSpdxExpression from 'spdx-expression-parse';
import { repositoryFolder } from '../repository.ts';

export type Manifest = { name: string; version: string; license?: string; description?: string };

const { Component } = Models;
const { ComponentType } = Enums;
const licenceFactory = new Contrib.License.Factories.LicenseFactory(parseSpdxExpression);

/**
 * Writes what a production tree contains as a CycloneDX document: Node.js, which runs it, and the
 * packages that are bundled or copied. It has no time and no serial number, so that equal trees have
 * equal documents.
 * @param packageFolders of the packages in `node_modules`
 */
export async function writeBillOfMaterials(
  file: string,
  own: Manifest,
  packageFolders: string[],
): Promise<void> {
  // pnpm has a folder for each set of peers of the same package.
  const packages = new Map(
    (await Promise.all(packageFolders.map(readManifest))).map((one) => [
      `${one.name}@${one.version}`,
      componentOf(one),
    ]),
  );
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: componentOf(own, ComponentType.Application) }),
  });
  for (const component of [nodeComponent(), ...packages.values()]) {
    bom.components.add(component);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const serializer = new Serialize.JsonSerializer(factory);
  await writeFile(file, `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`);
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

function componentOf(
  { name, version, license, description }: Manifest,
  type = ComponentType.Library,
) {
  const [base = name, scope] = name.split('/').reverse();
  const purl = new PackageURL('npm', scope, base, version).toString();
  return new Component(type, base, {
    bomRef: purl,
    purl,
    version,
    ...(scope && { group: scope }),
    ...(description && { description }),
    licenses: new Models.LicenseRepository(license ? [licenceFactory.makeFromString(license)] : []),
  });
}

/** The version that builds a tree is the one that runs it: `dockerfile.test.ts`. */
function nodeComponent() {
  const version = process.versions.node;
  const purl = new PackageURL('generic', undefined, 'node', version).toString();
  return new Component(ComponentType.Platform, 'node', {
    bomRef: purl,
    purl,
    version,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: new Models.LicenseRepository([licenceFactory.makeFromString('MIT')]),
  });
}

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
