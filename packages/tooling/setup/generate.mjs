import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describeDocumentation } from './build-documentation.mjs';
import {
  foldersIn,
  hash,
  inRepository,
  isStamped,
  pinnedNode,
  readText,
  SetupError,
  say,
  stamp,
} from './repository.mjs';
import { runQuietly } from './run-process.mjs';

/**
 * The generated sources that are missing or older than their input: the database client of each
 * schema, the client library's types of each API document, and the pages under `/docs`.
 */
export async function staleSources() {
  const schemas = await foldersIn('prisma');
  const sources = await Promise.all([
    ...schemas.map(describeClient),
    ...['registry', 'oauth'].map(describeApiTypes),
    describeDocumentation(),
  ]);
  const stale = [];
  for (const source of sources) {
    if (source && !(await isUpToDate(source))) stale.push(source);
  }
  return stale;
}

export async function generateSources(sources) {
  for (const activity of new Set(sources.map((source) => source.activity))) {
    say(activity);
    for (const source of sources.filter((one) => one.activity === activity)) {
      await source.generate();
      await stamp(source.step, source.hash);
    }
  }
}

async function isUpToDate({ result, step, hash: current }) {
  return existsSync(result) && (await isStamped(step, current));
}

async function describeClient(folder) {
  const schema = await readText(`${folder}/schema.prisma`);
  if (schema === undefined) return undefined;
  const output = /^\s*output\s*=\s*"(.+)"/m.exec(schema)?.[1];
  if (!output) throw new SetupError(`${folder}/schema.prisma does not say where its client goes.`);
  const prisma = await readText('node_modules/prisma/package.json');
  return {
    activity: 'Generating the database clients…',
    step: `client-${basename(folder)}`,
    result: join(inRepository(folder), output, 'client.ts'),
    hash: hash([schema, JSON.parse(prisma ?? '{}').version]),
    generate: () => generateClient(folder),
  };
}

async function generateClient(folder) {
  const { code, signal, output } = await runQuietly(
    pinnedNode,
    ['node_modules/prisma/build/index.js', 'generate', '--schema', `${folder}/schema.prisma`],
    {
      ...process.env,
      // Generation downloads the engine unless a file is named, although it does not use it.
      PRISMA_SCHEMA_ENGINE_BINARY: pinnedNode,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  );
  if (signal) process.exit(code);
  if (code !== 0) {
    throw new SetupError(`${output.trim()}\n\nGenerating the client of ${folder} failed.`);
  }
}

async function describeApiTypes(service) {
  const document = await readText(`docs/api/${service}.openapi.json`);
  if (document === undefined) return undefined;
  const { devDependencies } = JSON.parse(await readText('packages/tooling/package.json'));
  const result = inRepository(`packages/client/src/generated/${service}.ts`);
  return {
    activity: 'Generating the types of the APIs…',
    step: `api-types-${service}`,
    result,
    hash: hash([document, devDependencies['openapi-typescript']]),
    generate: async () => {
      await mkdir(dirname(result), { recursive: true });
      await writeFile(result, await typesOf(document));
    },
  };
}

/** Without examples, which would be comments longer than the types. */
async function typesOf(document) {
  // Only installed packages can be imported, so not at the top of this file.
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const withoutExamples = JSON.parse(document, (key, value) =>
    isMediaType(key, value) ? { schema: value.schema } : value,
  );
  const types = astToString(await openapiTypescript(withoutExamples));
  return `// Generated from the OpenAPI document.\n\n${types}`;
}

function isMediaType(key, value) {
  return /^[a-z]+\/[a-z+-]+$/.test(key) && typeof value === 'object' && value !== null;
}
