import {
  type ConnectOptions,
  connectDatabase,
  type DatabaseConnection,
} from '@app-platform/runtime/database';
import type { ServiceName } from './platform-databases.ts';

/** An export or import may take any time. */
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
export async function connectToAnswering(
  service: ServiceName,
  url: string,
): Promise<DatabaseConnection> {
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
