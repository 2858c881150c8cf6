import { constants } from 'node:os';
import { readExportedDatabases, readImportedDatabases, readOperatorConfig } from './config.ts';
import { InternalClient } from './internal-client.ts';
import { operatorProgram } from './program.ts';

// A normal exit runs the handler that removes an incomplete export file.
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
  databasesToExport: () => readExportedDatabases(),
  databasesToImport: () => readImportedDatabases(),
  print: (text) => console.log(text),
  reportProgress: (text) => console.error(text),
});

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
