import { holdingDataFolder } from '@app-platform/service-kit/data-folder-lock';
import type { DatabaseConnection } from '@app-platform/service-kit/database';
import { Command } from 'commander';
import type { MovedDatabases } from './config.ts';
import { connectToAnswering } from './move/connect-database.ts';
import { exportPlatform } from './move/export-platform.ts';
import { importPlatform } from './move/import-platform.ts';
import type { MoveReport, PlatformConnections, ServiceName } from './move/platform-databases.ts';
import type { ProgramDependencies } from './program-dependencies.ts';

type Move = (
  connections: PlatformConnections,
  file: string,
  tell: (text: string) => void,
) => Promise<MoveReport>;

/** Everything that both databases hold, to a file. */
export function exportCommand({ exported, ...output }: ProgramDependencies): Command {
  return new Command('export')
    .description('Write everything that both databases hold to a file.')
    .argument('<file>', 'a new file; it is as secret as the databases')
    .option('--json', 'print one line of JSON')
    .action((file: string, { json }: { json?: true }) =>
      move(exported, exportPlatform, file, { ...output, verb: 'Exported', asJson: json ?? false }),
    );
}

/** The way back, into databases that are migrated and empty. */
export function importCommand({ imported, ...output }: ProgramDependencies): Command {
  return new Command('import')
    .description('Fill both databases, migrated and empty, from an exported file.')
    .argument('<file>', 'what `operator export` wrote')
    .option('--json', 'print one line of JSON')
    .action((file: string, { json }: { json?: true }) =>
      move(imported, importPlatform, file, { ...output, verb: 'Imported', asJson: json ?? false }),
    );
}

type Output = Pick<ProgramDependencies, 'print' | 'tell'> & { verb: string; asJson: boolean };

async function move(
  readDatabases: () => Promise<MovedDatabases>,
  work: Move,
  file: string,
  { print, tell, verb, asJson }: Output,
): Promise<void> {
  const { registry: registryUrl, oauth: oauthUrl, dataFolder } = await readDatabases();
  await holdingDataFolder(dataFolder, [registryUrl, oauthUrl], async () => {
    const connected: DatabaseConnection[] = [];
    const connect = async (service: ServiceName, url: string) => {
      const connection = await connectToAnswering(service, url);
      connected.push(connection);
      tell(connection.description);
      return connection;
    };
    try {
      const registry = await connect('registry', registryUrl);
      const oauth = await connect('oauth', oauthUrl);
      const report = await work({ registry, oauth }, file, tell);
      print(asJson ? JSON.stringify(report) : `${verb} ${report.rows} rows: ${file}`);
    } finally {
      for (const connection of connected) await connection.close();
    }
  });
}
