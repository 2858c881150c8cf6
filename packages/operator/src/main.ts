import { readExportedDatabases, readImportedDatabases } from './config.ts';
import { exportCommand, importCommand } from './move/move-commands.ts';
import { operatorProgramOfEnvironment, output, runProgram } from './program.ts';

const moves = {
  databasesToExport: () => readExportedDatabases(),
  databasesToImport: () => readImportedDatabases(),
  ...output,
};
await runProgram(
  operatorProgramOfEnvironment().addCommand(exportCommand(moves)).addCommand(importCommand(moves)),
);
