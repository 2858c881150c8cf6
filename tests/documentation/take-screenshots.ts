/** Runs the browser tests that take the pictures of the documentation, and copies them to `docs/screenshots`. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';

/** The tests with data that a reader understands. */
const TESTS = ['tests/browser/console/tutorial', 'tests/browser/reference'];
const DOCUMENTED = /^(tutorial|reference)-.*\.png$/;

/** `PICTURES=none` would leave pictures of an earlier run to copy. */
const { PICTURES: _none, ...env } = process.env;
const parameters = ['packages/tooling/run.mjs', 'test:browser', ...TESTS];
const { status } = spawnSync(process.execPath, parameters, {
  cwd: repositoryFolder,
  env,
  stdio: 'inherit',
});
if (status === 0) await copyPictures();
else process.exitCode = 1;

async function copyPictures(): Promise<void> {
  const taken = join(tmpdir(), 'app-platform-screenshots');
  const target = join(repositoryFolder, 'docs/screenshots');
  await mkdir(target, { recursive: true });
  const names = (await readdir(taken)).filter((name) => DOCUMENTED.test(name));
  for (const name of names) await copyFile(join(taken, name), join(target, name));
  console.log(`wrote ${names.length} pictures to docs/screenshots`);
}
