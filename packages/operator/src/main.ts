import { constants } from 'node:os';
import { readExportedDatabases, readImportedDatabases } from './config.ts';
import { exportCommand, importCommand } from './move/move-commands.ts';
import { operatorProgramOfEnvironment, output, runProgram } from './program.ts';

// A normal exit runs the handler that removes an incomplete export file.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

const moves = {
  databasesToExport: () => readExportedDatabases(),
  databasesToImport: () => readImportedDatabases(),
  ...output,
};
await runProgram(
  operatorProgramOfEnvironment().addCommand(exportCommand(moves)).addCommand(importCommand(moves)),
);
