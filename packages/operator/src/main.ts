import { constants } from 'node:os';
import { readExportedDatabases, readImportedDatabases, readOperatorConfig } from './config.ts';
import { InternalClient } from './internal-client.ts';
import { operatorProgram } from './program.ts';

// An ordinary exit, at which half of a file is removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

const program = operatorProgram({
  registry: async () => {
    const { registryInternalUrl, operatorToken } = await readOperatorConfig();
    return new InternalClient(registryInternalUrl, operatorToken);
  },
  oauth: async () => {
    const { oauthInternalUrl, operatorToken } = await readOperatorConfig();
    return new InternalClient(oauthInternalUrl, operatorToken);
  },
  exported: () => readExportedDatabases(),
  imported: () => readImportedDatabases(),
  print: (text) => console.log(text),
  tell: (text) => console.error(text),
});

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
