import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The Node.js that runs the trees, or a later one. */
export const NODE_MAJOR = 24;

/**
 * Writes the file that starts a program. It has only syntax that an old Node.js parses, and loads the
 * bundle after the check: the bundle has syntax and imports that an old Node.js refuses with a stack trace.
 * Source maps apply to files that are loaded after they are enabled.
 */
export async function writeProgram(name: string, program: string, dist: string): Promise<void> {
  const text = `if (Number(process.versions.node.split('.')[0]) < ${NODE_MAJOR}) {
  console.error('${name} needs Node.js ${NODE_MAJOR} or newer; this is ' + process.versions.node + '.');
  process.exitCode = 1;
} else {
  process.setSourceMapsEnabled(true);
  import('./${name}-${program}.js');
}
`;
  await writeFile(join(dist, `${program}.js`), text);
}
