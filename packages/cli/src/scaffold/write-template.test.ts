import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const packages = join(import.meta.dirname, '../../..');
const read = (path: string) => readFile(join(packages, path), 'utf8');

it('the examples and the advice about them have the version of the client', async () => {
  const { name, version } = JSON.parse(await read('client/package.json'));
  const { dependencies } = JSON.parse(await read('cli/templates/shared/package.json'));
  expect(dependencies[name]).toBe(version);
  for (const file of ['cli/templates/shared/README.md', '../docs/cli.md']) {
    const tarballs = (await read(file)).match(/app-platform-client-[\w.-]+\.tgz/g);
    expect(tarballs).toEqual([`app-platform-client-${version}.tgz`]);
  }
});
