import { withDataFolderLock } from '@app-platform/runtime/data-folder-lock';
import {
  type ConnectOptions,
  connectDatabase,
  type DatabaseConnection,
} from '@app-platform/runtime/database';
import { Command } from 'commander';
import type { DatabaseUrls } from '../config.ts';
import type { MoveDependencies } from '../internal-client.ts';
import { exportPlatform } from './export-platform.ts';
import { importPlatform } from './import-platform.ts';
import type { MoveReport, PlatformConnections, ServiceName } from './moved-database.ts';

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
  await withDataFolderLock(dataFolder, [registryUrl, oauthUrl], async () => {
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

/** Exports and imports have no time limit. */
const UNLIMITED: ConnectOptions = { statementTimeoutMilliseconds: 0 };

/** Messages for Prisma's kinds of connection errors. */
const faults = new Map([
  ['DatabaseDoesNotExist', 'does not exist'],
  ['DatabaseNotReachable', 'does not answer'],
  ['SocketTimeout', 'does not answer'],
  ['AuthenticationFailed', 'refuses its user or password'],
]);

/**
 * Connects to a service's database, and makes sure that it answers.
 * @throws Error that names the database, without its password, and the variable to set
 */
async function connectToAnswering(service: ServiceName, url: string): Promise<DatabaseConnection> {
  const variable = `${service.toUpperCase()}_DATABASE_URL`;
  if (!URL.canParse(url)) throw new Error(`${variable} is not a URL.`);
  const connection = await connectDatabase(url, UNLIMITED);
  try {
    const adapter = await connection.adapter.connect();
    await adapter.queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] });
    await adapter.dispose();
    return connection;
  } catch (cause) {
    await connection.close();
    const fault = faults.get(kindOf(cause));
    if (!fault) throw cause;
    const { host, pathname } = new URL(url);
    const name = decodeURIComponent(pathname.slice(1));
    const subject = `The ${service} database '${name}' at ${host}`;
    throw new Error(`${subject} ${fault}; check ${variable}.`, { cause });
  }
}

function kindOf(error: unknown): string {
  const { cause } = error as { cause?: { kind?: unknown } };
  return String(cause?.kind);
}
