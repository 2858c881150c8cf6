import { hashOfFiles, inRepository, pinnedNode, SetupError } from './repository.mjs';
import { runQuietly } from './run-process.mjs';

/** What the pages are made of, beside the installed packages. */
const SOURCES = [
  'docs',
  'CHANGELOG.md',
  'packages/reference/browser',
  'packages/reference/build',
  'packages/reference/src',
  'packages/console-sign-in/src',
  'packages/contracts/src',
  'packages/style/src',
];

/** The pages under `/docs` of both services, as a generated source. */
export async function describeDocumentation() {
  return {
    activity: 'Building the documentation…',
    step: 'documentation',
    result: inRepository('dist/docs/oauth/index.html'),
    hash: await hashOfFiles(SOURCES),
    generate: buildDocumentation,
  };
}

async function buildDocumentation() {
  const module = inRepository('packages/tooling/src/build-documentation.ts');
  const { code, signal, output } = await runQuietly(pinnedNode, [module], process.env);
  if (signal) process.exit(code);
  if (code !== 0) throw new SetupError(`${output.trim()}\n\nBuilding the documentation failed.`);
}
