import { holdingDataFolder } from '@app-platform/runtime/data-folder-lock';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { Command } from 'commander';
import type { DatabaseUrls } from './config.ts';
import { connectToAnswering } from './move/connect-database.ts';
import { exportPlatform } from './move/export-platform.ts';
import { importPlatform } from './move/import-platform.ts';
import type { MoveReport, PlatformConnections, ServiceName } from './move/platform-databases.ts';
import type { MoveDependencies } from './program-dependencies.ts';

type Move = (
  connections: PlatformConnections,
  file: string,
  reportProgress: (text: string) => void,
) => Promise<MoveReport>;

/** Exports both databases to a file. */
export function exportCommand({ databasesToExport, ...output }: MoveDependencies): Command {
  return new Command('export')
    .description('Export the content of both databases to a file.')
    .argument('<file>', 'a new file; it is as secret as the databases')
    .option('--json', 'print one line of JSON')
    .action((file: string, { json }: { json?: true }) =>
      move(databasesToExport, exportPlatform, file, {
        ...output,
        verb: 'Exported',
        asJson: json ?? false,
      }),
    );
}

/** Imports an exported file into databases that are migrated and empty. */
export function importCommand({ databasesToImport, ...output }: MoveDependencies): Command {
  return new Command('import')
    .description('Import an exported file into both databases, which must be migrated and empty.')
    .argument('<file>', 'a file from `operator export`')
    .option('--json', 'print one line of JSON')
    .action((file: string, { json }: { json?: true }) =>
      move(databasesToImport, importPlatform, file, {
        ...output,
        verb: 'Imported',
        asJson: json ?? false,
      }),
    );
}

type Output = Pick<MoveDependencies, 'print' | 'reportProgress'> & {
  verb: string;
  asJson: boolean;
};

async function move(
  readDatabases: () => Promise<DatabaseUrls>,
  work: Move,
  file: string,
  { print, reportProgress, verb, asJson }: Output,
): Promise<void> {
  const { registry: registryUrl, oauth: oauthUrl, dataFolder } = await readDatabases();
  await holdingDataFolder(dataFolder, [registryUrl, oauthUrl], async () => {
    const connected: DatabaseConnection[] = [];
    const connect = async (service: ServiceName, url: string) => {
      const connection = await connectToAnswering(service, url);
      connected.push(connection);
      reportProgress(connection.description);
      return connection;
    };
    try {
      const registry = await connect('registry', registryUrl);
      const oauth = await connect('oauth', oauthUrl);
      const report = await work({ registry, oauth }, file, reportProgress);
      print(asJson ? JSON.stringify(report) : `${verb} ${report.rows} rows: ${file}`);
    } finally {
      for (const connection of connected) await connection.close();
    }
  });
}
