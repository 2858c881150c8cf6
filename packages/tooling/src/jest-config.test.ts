import { expect, it } from '@jest/globals';
import { isMarkedForServers } from './jest-config.ts';

const IMPORT = "import { it } from '@jest/globals';\n";
const MARKER = '// On servers too: rows are locked.\n';

it.each([
  ['with its marker in the first line runs', MARKER + IMPORT, true],
  ['without one does not', `${IMPORT}// It runs on servers too.\n`, false],
])('a test file %s on servers', (_which, text, isMarked) => {
  expect(isMarkedForServers('a.test.ts', text)).toBe(isMarked);
});

it.each([
  ['after an import', IMPORT + MARKER],
  ['after an empty line', `\n${MARKER}`],
  ['that is not written as it should be', `// on servers too, rows are locked.\n${IMPORT}`],
  ['in a block comment', `/** On servers too: rows are locked. */\n${IMPORT}`],
])('a marker %s is an error', (_where, text) => {
  expect(() => isMarkedForServers('a.test.ts', text)).toThrow('a.test.ts: ');
});
