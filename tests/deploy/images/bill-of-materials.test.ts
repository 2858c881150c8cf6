import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { version } from '../../observability/release.ts';

type Component = {
  name: string;
  group?: string;
  version: string;
  purl: string;
  licenses?: object[];
};
type Document = { metadata: { component: Component }; components: Component[] };

const trees = ['registry', 'oauth', 'operator'] as const;
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
/** Two builds of all trees, beside the fault run on a busy machine. */
const BUILDS_MILLISECONDS = 900_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-sbom-'));
  for (const build of ['first', 'second']) {
    const building = new RunningProcess(['packages/tooling/src/build.ts', join(folder, build)]);
    expect(await building.finished()).toMatchObject({ code: 0 });
  }
}, BUILDS_MILLISECONDS);
afterAll(() => rm(folder, { recursive: true }));

const read = (path: string) => readFile(join(folder, path), 'utf8');
const documentOf = async (path: string): Promise<Document> => JSON.parse(await read(path));

/** The root folder of an image with a tree and two packages of Debian. */
async function imageRoot(service: string): Promise<string> {
  const root = join(folder, `root-${service}`);
  const files = {
    'app/sbom.cdx.json': await read(`first/${service}/sbom.cdx.json`),
    'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
    'var/lib/dpkg/status': [
      'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.36-9+deb12u14\n',
      'Package: gone\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 1\n',
      'Package: tzdata\nStatus: install ok installed\nArchitecture: all\nVersion: 2026a-0+deb12u1\n',
    ].join('\n'),
    'usr/share/doc/tzdata/copyright':
      'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nLicense: public-domain\n text\n',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

describe.each(trees)('the bill of materials of the %s', (service) => {
  it('fits the published schema', async () => {
    expect(await validator.validate(await read(`first/${service}/sbom.cdx.json`))).toBeNull();
  });

  it('names the release, Node.js and every package of the tree, with address and licence', async () => {
    const { metadata, components } = await documentOf(`first/${service}/sbom.cdx.json`);
    const own = `pkg:npm/%40app-platform/${service}@${version}`;
    expect(metadata.component).toMatchObject({ group: '@app-platform', version, purl: own });
    const purls = components.map(({ purl }) => purl);
    expect(purls).toContain(`pkg:generic/node@${process.versions.node}`);
    expect(new Set(purls).size).toBe(purls.length);
    expect(components.filter(({ licenses }) => !licenses?.length)).toEqual([]);

    const bundled = (await read(`first/${service}/THIRD-PARTY-LICENSES`)).matchAll(
      /^=+\n(\S+) (\S+): /gm,
    );
    const names = components.map(({ group, name, version }) =>
      group ? `${group}/${name}@${version}` : `${name}@${version}`,
    );
    for (const [, name, at] of bundled) expect(names).toContain(`${name}@${at}`);
    const isCopied = (purl: string) => purl.startsWith('pkg:npm/%40prisma/schema-engine-wasm@');
    expect(purls.some(isCopied)).toBe(service !== 'operator');
  });

  it('of its image has the packages of Debian too', async () => {
    const file = join(folder, `${service}.cdx.json`);
    const root = await imageRoot(service);
    const writing = new RunningProcess([
      'packages/tooling/src/image-bill-of-materials.ts',
      root,
      file,
    ]);
    expect(await writing.finished()).toMatchObject({ code: 0, stderr: '' });
    expect(await validator.validate(await read(`${service}.cdx.json`))).toBeNull();
    const { components } = await documentOf(`${service}.cdx.json`);
    expect(components.filter(({ purl }) => purl.startsWith('pkg:deb/'))).toMatchObject([
      { purl: 'pkg:deb/debian/libc6@2.36-9+deb12u14?arch=amd64&distro=debian-12' },
      {
        purl: 'pkg:deb/debian/tzdata@2026a-0+deb12u1?arch=all&distro=debian-12',
        licenses: [{ license: { name: 'public-domain' } }],
      },
    ]);
  });

  it('and the tree are equal in every build', async () => {
    const files = await filesIn(join(folder, 'first', service));
    expect(await filesIn(join(folder, 'second', service))).toEqual(files);
    for (const file of files) {
      const [first, second] = await Promise.all(
        ['first', 'second'].map((build) => readFile(join(folder, build, service, file))),
      );
      expect([file, first?.equals(second ?? Buffer.of())]).toEqual([file, true]);
    }
  });
});

async function filesIn(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(parent.length))
    .sort();
}
