import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCommandLine, runCommand, UsageNotice } from '@app-platform/testing/command-line';
import { PackageURL } from 'packageurl-js';

/** A component of a CycloneDX document. */
type DebianComponent = {
  type: 'library';
  name: string;
  version: string;
  'bom-ref': string;
  purl: string;
  licenses?: { license: { name: string } }[];
};

/** @param root the root folder of an image; without a package database it has no Debian packages */
async function debianPackages(root: string): Promise<DebianComponent[]> {
  const distribution = await distributionOf(root);
  const paragraphs = (await databaseFiles(root)).flatMap((text) => text.split(/\n\n+/));
  const components = await Promise.all(
    paragraphs.map((paragraph) => componentOf(root, paragraph, distribution)),
  );
  return components
    .flatMap((component) => component ?? [])
    .sort((one, other) => (one.purl < other.purl ? -1 : 1));
}

/** Debian has one file; a distroless image has a folder with a file for each package. */
async function databaseFiles(root: string): Promise<string[]> {
  const whole = join(root, 'var/lib/dpkg/status');
  if (existsSync(whole)) return [await readFile(whole, 'utf8')];
  const folder = join(root, 'var/lib/dpkg/status.d');
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.md5sums'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

async function componentOf(
  root: string,
  paragraph: string,
  distribution: string,
): Promise<DebianComponent | undefined> {
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(paragraph)?.[1];
  const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field);
  const status = field('Status') ?? 'install ok installed';
  if (!name || !version || !status.endsWith(' installed')) return undefined;
  const qualifiers = { ...(architecture && { arch: architecture }), distro: distribution };
  const purl = new PackageURL('deb', 'debian', name, version, qualifiers).toString();
  const licences = await licencesOf(root, name);
  return {
    type: 'library',
    name,
    version,
    'bom-ref': purl,
    purl,
    ...(licences.length > 0 && { licenses: licences.map((one) => ({ license: { name: one } })) }),
  };
}

/** https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/; older files name no licence. */
async function licencesOf(root: string, name: string): Promise<string[]> {
  const file = join(root, 'usr/share/doc', name, 'copyright');
  if (!existsSync(file)) return [];
  const text = await readFile(file, 'utf8');
  if (!/^Format:/m.test(text)) return [];
  const names = [...text.matchAll(/^License: *(\S.*)$/gm)].map(([, found = '']) => found.trim());
  return [...new Set(names)].sort();
}

async function distributionOf(root: string): Promise<string> {
  const file = join(root, 'etc/os-release');
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  return `debian-${/^VERSION_ID="?([^"\n]+)/m.exec(text)?.[1] ?? 'unknown'}`;
}

const usage = `Usage: npm run images:sbom -- ROOT FILE

Writes the CycloneDX document of an image: that of its tree, ROOT/app/sbom.cdx.json, and the Debian
packages in ROOT.`;

await runCommand(async () => {
  const { positionals } = parseCommandLine(process.argv.slice(2), usage, {}, true);
  const [root, file] = positionals;
  if (!root || !file) throw new UsageNotice(usage);
  const document: { components: unknown[] } = JSON.parse(
    await readFile(join(root, 'app/sbom.cdx.json'), 'utf8'),
  );
  const components = [...document.components, ...(await debianPackages(root))];
  await writeFile(file, `${JSON.stringify({ ...document, components }, undefined, 2)}\n`);
  console.log(`${file}: ${components.length} components`);
});
