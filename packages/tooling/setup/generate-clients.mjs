import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { foldersIn, hash, inRepository, pinnedNode, readText } from './repository.mjs';
import { runQuietly } from './run-process.mjs';
import { SetupError, say } from './say.mjs';
import { isStamped, stamp } from './stamp.mjs';

/** The database clients that are older than their schema. */
export async function staleClients() {
  const folders = await foldersIn('prisma');
  const clients = await Promise.all(folders.map(describeClient));
  const stale = [];
  for (const client of clients) {
    if (client && !(await isUpToDate(client))) stale.push(client);
  }
  return stale;
}

export async function generateClients(clients) {
  say('Generating the database clients…');
  for (const client of clients) {
    await generate(client);
    await stamp(client.step, client.hash);
  }
}

async function describeClient(folder) {
  const schema = await readText(`${folder}/schema.prisma`);
  if (schema === undefined) return undefined;
  const output = /^\s*output\s*=\s*"(.+)"/m.exec(schema)?.[1];
  if (!output) throw new SetupError(`${folder}/schema.prisma does not say where its client goes.`);
  const prisma = await readText('node_modules/prisma/package.json');
  return {
    folder,
    step: `client-${basename(folder)}`,
    result: join(inRepository(folder), output, 'client.ts'),
    hash: hash([schema, JSON.parse(prisma ?? '{}').version]),
  };
}

async function isUpToDate(client) {
  return existsSync(client.result) && (await isStamped(client.step, client.hash));
}

async function generate({ folder }) {
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
