import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianPackages } from './build/debian-packages.ts';
import { parseCommandLine, runCommand, UsageNotice } from './command-line.ts';

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
