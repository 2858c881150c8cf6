import { readFile, writeFile } from 'node:fs/promises';
import { builtinModules as builtin } from 'node:module';
import { basename, join } from 'node:path';
import type { Plugin } from 'esbuild';

const EVERY = /./;

/**
 * An `import` of a module of Node.js's reads all that it exports, and `node:http` then loads a whole
 * client of web sockets. What is read by name loads only what is used.
 */
export const builtinModules: Plugin = {
  name: 'builtin modules',
  setup(build) {
    const names = new RegExp(`^(node:.+|(${builtin.join('|')}))$`);
    build.onResolve({ filter: names }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : { path, external: true },
    );
    build.onLoad({ filter: EVERY, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Commands of Redis's own extensions, none of which is used: a tenth of the client. */
export const plainRedis: Plugin = {
  name: 'plain Redis',
  setup(build) {
    build.onResolve({ filter: /^@redis\/(bloom|json|search|time-series)$/ }, ({ path }) => ({
      path,
      namespace: 'nothing',
    }));
    build.onLoad({ filter: EVERY, namespace: 'nothing' }, () => ({
      contents: 'exports.__esModule = true; exports.default = {};',
    }));
  },
};

/** Prisma's query compiler comes as four megabytes of text to decode; here it is the bytes. */
export function compilerAsFile(folder: string): Plugin {
  return {
    name: 'query compiler as a file',
    setup(build) {
      build.onLoad({ filter: /\.wasm-base64\.mjs$/ }, async ({ path }) => {
        const { wasm } = (await import(path)) as { wasm: string };
        const file = basename(path).replace('-base64.mjs', '');
        await writeFile(join(folder, file), Buffer.from(wasm, 'base64'));
        // The client makes a Buffer of whatever this is.
        return {
          contents: `import { readFileSync } from 'node:fs';
export const wasm = readFileSync(new URL('${file}', import.meta.url));`,
        };
      });
    },
  };
}

/**
 * oidc-provider finds its models by the names of their classes, and a bundle renames what has a name
 * twice. (`keepNames` would name every function, anew each time that one is made.)
 */
export const modelNames: Plugin = {
  name: 'names of models',
  setup(build) {
    build.onLoad({ filter: /oidc-provider\/lib\/models\/\w+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replaceAll(
        /\bclass (\w+)( extends [^{]+)? \{/g,
        (head, name) =>
          `${head} static { Object.defineProperty(this, 'name', { value: '${name}', configurable: true }); }`,
      );
      return { contents };
    });
  },
};
