import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { appDefinitionSchema, publishedSchema } from '@app-platform/app-definition';
import {
  compilingModule,
  precompiledModule,
} from '@app-platform/app-definition/precompiled-schema';
import { parseCommandLine, runCommand } from '@app-platform/testing/command-line';
import { build, type Plugin } from 'esbuild';
import openapiTypescript, { astToString } from 'openapi-typescript';
import typescript from 'typescript';
import { licences } from './build/bill-of-materials.ts';
import { repositoryFolder } from './repository.ts';

const folder = join(repositoryFolder, 'packages/cli');
/** The library of `apps mcp` has two validators of JSON Schema. Its usual one would be Ajv a second time. */
const smallerValidator: Plugin = {
  name: 'smaller validator',
  setup: ({ onResolve, onLoad }) => {
    const filter = /^@modelcontextprotocol\/server\/_shims$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'smaller-validator' }));
    onLoad({ filter, namespace: 'smaller-validator' }, () => ({
      contents: `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
export { default as process } from 'node:process';`,
      resolveDir: folder,
    }));
  },
};

/** The dispatcher of undici alone, for `proxy.ts`: without its second `fetch`, cache and mocks. */
const smallerUndici: Plugin = {
  name: 'smaller undici',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'smaller-undici' }));
    onLoad({ filter: /^undici$/, namespace: 'smaller-undici' }, () => ({
      contents: `import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export { setGlobalDispatcher } from 'undici/lib/global.js';
Object.assign(Dispatcher.prototype, api);`,
      resolveDir: folder,
    }));
  },
};

/** A command that checks one definition would spend most of its time on compiling the schema. */
const precompiledSchema: Plugin = {
  name: 'precompiled schema',
  setup: ({ onLoad }) => {
    onLoad({ filter: compilingModule }, ({ path }) => ({
      contents: precompiledModule(),
      resolveDir: dirname(path),
    }));
  },
};

/**
 * Builds the command line for Node.js 20 and newer, which needs no other package.
 * @param dist the folder, which is replaced
 */
async function buildCommandLine(dist: string): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  const files = await bundlePrograms(dist);
  await writeHelp(dist);
  await writeTypes(dist);
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES'), await licences(files));
}

async function bundlePrograms(dist: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: repositoryFolder,
    entryPoints: {
      apps: join(folder, 'src/main.ts'),
      'define-app': join(folder, 'src/definition/define-app.ts'),
      // Node.js before 22.15 loads it by its address.
      'typescript-hooks': join(folder, 'src/definition/typescript-hooks.ts'),
    },
    outdir: dist,
    bundle: true,
    // The library of `apps mcp` is a file of its own, which no other command reads.
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // jsonc-parser's `main` is UMD, which esbuild cannot bundle: https://github.com/evanw/esbuild/issues/1619
    mainFields: ['module', 'main'],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [smallerValidator, smallerUndici, precompiledSchema],
    // CommonJS packages call `require` for Node.js's own modules.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);",
    },
  });
  return Object.keys(metafile.inputs);
}

/** The help of each command, which is printed without loading the program. */
async function writeHelp(dist: string): Promise<void> {
  const { helpTexts } = await import(pathToFileURL(join(folder, 'build/help-texts.ts')).href);
  await writeFile(join(dist, 'help.json'), JSON.stringify(helpTexts()));
}

/**
 * The types of `defineApp`, with those of definitions beside them.
 * @throws Error where the types of an export cannot be declared from its file alone
 */
async function writeTypes(dist: string): Promise<void> {
  const source = 'cli/src/definition/define-app';
  const text = await readFile(join(repositoryFolder, 'packages', `${source}.ts`), 'utf8');
  const { outputText, diagnostics = [] } = typescript.transpileDeclaration(text, {
    reportDiagnostics: true,
  });
  const faults = diagnostics.map((one) =>
    typescript.flattenDiagnosticMessageText(one.messageText, '\n'),
  );
  if (faults.length > 0) throw new Error(`${source}.ts: ${faults.join('\n')}`);
  await write(
    join(dist, 'types', `${source}.d.ts`),
    outputText.replaceAll('@app-platform/app-definition', '../../../app-definition/src/types.ts'),
  );
  await write(join(dist, 'types/app-definition/src/types.d.ts'), await definitionTypes());
}

/** Made from the published schema, so that editors show its descriptions and examples. */
async function definitionTypes(): Promise<string> {
  const schemas = { AuthoredDefinition: publishedSchema(appDefinitionSchema) };
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, components: { schemas } };
  const types = await openapiTypescript(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return astToString(types);
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

const usage = `Usage: node packages/tooling/src/build-command-line.ts [FOLDER]

Builds the command line of app developers in FOLDER (default packages/cli/dist, for npm pack).`;

await runCommand(async () => {
  const { positionals } = parseCommandLine(process.argv.slice(2), usage, {}, true);
  const [target = join(repositoryFolder, 'packages/cli/dist')] = positionals;
  await buildCommandLine(resolve(target));
});
